// SPDX-License-Identifier: MIT
// Test double: emits logs that look like an ERC-20 Transfer without being one.
pragma solidity 0.8.37;

contract FakeTransferEmitter {
    bytes32 private constant TRANSFER = keccak256("Transfer(address,address,uint256)");

    event Transfer(address indexed from, address indexed to, uint256 value);

    /// A well-formed Transfer log from a contract that is no token.
    function emitWellFormed(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    /// Four topics and no data: the form of ERC-721.
    function emitNonFungible(address from, address to, uint256 id) external {
        bytes32 topic = TRANSFER;
        assembly {
            log4(0, 0, topic, from, to, id)
        }
    }

    /// No indexed parameter, as in some early tokens.
    function emitUnindexed(address from, address to, uint256 value) external {
        bytes32 topic = TRANSFER;
        bytes memory data = abi.encode(from, to, value);
        assembly {
            log1(add(data, 32), mload(data), topic)
        }
    }

    /// Three topics and a data part of `length` bytes, each of them 0x01.
    function emitWithDataLength(address from, address to, uint256 length) external {
        bytes32 topic = TRANSFER;
        bytes memory data = new bytes(length);
        for (uint256 i = 0; i < length; ++i) data[i] = 0x01;
        assembly {
            log3(add(data, 32), mload(data), topic, from, to)
        }
    }

    /// A receiver topic whose upper twelve bytes are not zero.
    function emitWithDirtyTopic(address from, address to, uint256 value) external {
        bytes32 topic = TRANSFER;
        bytes32 dirty = bytes32(uint256(uint160(to)) | (uint256(1) << 255));
        bytes memory data = abi.encode(value);
        assembly {
            log3(add(data, 32), mload(data), topic, from, dirty)
        }
    }
}
