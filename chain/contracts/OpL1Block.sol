// SPDX-License-Identifier: MIT
// The L1 attributes of OP-stack networks, as far as fee estimates of client libraries read them: there is no L1, so all are 0.
pragma solidity 0.8.37;

contract OpL1Block {
    uint64 public constant number = 0;
    uint64 public constant timestamp = 0;
    uint256 public constant basefee = 0;
    bytes32 public constant hash = 0;
    uint64 public constant sequenceNumber = 0;
    bytes32 public constant batcherHash = 0;
    uint256 public constant blobBaseFee = 0;
    uint32 public constant baseFeeScalar = 0;
    uint32 public constant blobBaseFeeScalar = 0;
    uint32 public constant operatorFeeScalar = 0;
    uint64 public constant operatorFeeConstant = 0;
}
