// SPDX-License-Identifier: MIT
// The fee oracle of OP-stack networks. The sandbox takes no L1 fee, so every L1 part is 0 and a client's sum equals what is paid.
pragma solidity 0.8.37;

contract OpGasPriceOracle {
    uint256 public constant DECIMALS = 6;
    uint256 public constant decimals = 6;
    string public constant version = "sandbox";
    bool public constant isEcotone = true;
    bool public constant isFjord = true;
    bool public constant isIsthmus = true;
    uint32 public constant baseFeeScalar = 0;
    uint32 public constant blobBaseFeeScalar = 0;
    uint256 public constant blobBaseFee = 0;
    uint256 public constant l1BaseFee = 0;

    function gasPrice() external view returns (uint256) {
        return block.basefee;
    }

    function baseFee() external view returns (uint256) {
        return block.basefee;
    }

    function getL1Fee(bytes calldata) external pure returns (uint256) {
        return 0;
    }

    function getL1FeeUpperBound(uint256) external pure returns (uint256) {
        return 0;
    }

    function getL1GasUsed(bytes calldata) external pure returns (uint256) {
        return 0;
    }

    function getOperatorFee(uint256) external pure returns (uint256) {
        return 0;
    }
}
