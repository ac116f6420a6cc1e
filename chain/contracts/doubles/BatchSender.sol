// SPDX-License-Identifier: MIT
// Test double: moves value in every way in which a contract can within one transaction.
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Passes the coin of its constructor on by SELFDESTRUCT.
contract LastWill {
    constructor(address payable heir) payable {
        selfdestruct(heir);
    }
}

/// Keeps the coin it was created with.
contract Keeper {
    constructor() payable {}

    receive() external payable {}
}

/// Called by DELEGATECALL: the frame carries the caller's value although no value moves.
contract Bystander {
    function look() external payable {}
}

contract BatchSender {
    struct Leg {
        /// The zero address is the native coin, sent by an internal call.
        address token;
        address to;
        uint256 amount;
    }

    Bystander private immutable _bystander = new Bystander();

    error Undone();

    receive() external payable {}

    /// Sends every leg in order. Tokens must be held by this contract; coin may come with the call.
    function send(Leg[] calldata legs) external payable {
        for (uint256 i = 0; i < legs.length; ++i) {
            _send(legs[i].token, legs[i].to, legs[i].amount);
        }
    }

    /// Pays `to` in a frame that reverts and is caught, then pays `kept`: only the second moves value.
    function sendWithRevertedFrame(address token, address to, uint256 amount, address kept) external payable {
        try this.sendAndRevert(token, to, amount) {
            assert(false);
        } catch {
            _send(token, kept, amount);
        }
    }

    function sendAndRevert(address token, address to, uint256 amount) external {
        _send(token, to, amount);
        revert Undone();
    }

    /// Moves the coin that came with the call by SELFDESTRUCT of a new contract.
    function sendBySelfDestruct(address payable to) external payable {
        new LastWill{value: msg.value}(to);
    }

    /// Moves the coin that came with the call into a new contract, at an address known from `salt` beforehand.
    function sendByCreate(bytes32 salt) external payable returns (address created) {
        return address(new Keeper{value: msg.value, salt: salt}());
    }

    /// The address to which `sendByCreate` moves the coin.
    function createdAddress(bytes32 salt) external view returns (address) {
        bytes32 code = keccak256(type(Keeper).creationCode);
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), salt, code)))));
    }

    /// Keeps the coin and makes a DELEGATECALL, which must not count as a second movement.
    function lookByDelegateCall() external payable {
        (bool success,) = address(_bystander).delegatecall(abi.encodeCall(Bystander.look, ()));
        assert(success);
    }

    /// Pays, then reverts the whole transaction.
    function sendAndFail(address to) external payable {
        _send(address(0), to, msg.value);
        revert Undone();
    }

    function _send(address token, address to, uint256 amount) private {
        if (token == address(0)) {
            (bool success,) = to.call{value: amount}("");
            require(success);
        } else {
            require(IERC20(token).transfer(to, amount));
        }
    }
}
