// SPDX-License-Identifier: MIT
// The gas prices of Arbitrum networks. The sandbox takes no L1 fee, so every L1 part is 0.
pragma solidity 0.8.37;

contract ArbGasInfo {
    /// Per L2 transaction, per L1 calldata unit, per storage slot, base price, congestion price, total; wei.
    function getPricesInWei() external view returns (uint256, uint256, uint256, uint256, uint256, uint256) {
        return (0, 0, 0, block.basefee, 0, block.basefee);
    }

    /// Per L2 transaction, per L1 calldata unit, per storage slot; gas.
    function getPricesInArbGas() external pure returns (uint256, uint256, uint256) {
        return (0, 0, 0);
    }

    function getMinimumGasPrice() external view returns (uint256) {
        return block.basefee;
    }

    function getL1BaseFeeEstimate() external pure returns (uint256) {
        return 0;
    }

    function getL1GasPriceEstimate() external pure returns (uint256) {
        return 0;
    }

    function getCurrentTxL1GasFees() external pure returns (uint256) {
        return 0;
    }
}
