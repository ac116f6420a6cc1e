// SPDX-License-Identifier: MIT
// Test double: a token that takes a fee of one per cent of every transfer, so that less arrives than was sent.
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

contract FeeOnTransferToken is ERC20 {
    address public immutable collector;

    constructor(address holder, uint256 supply) ERC20("Fee Token", "FEE") {
        collector = msg.sender;
        _mint(holder, supply);
    }

    function _update(address from, address to, uint256 value) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : value / 100;
        if (fee > 0) super._update(from, collector, fee);
        super._update(from, to, value - fee);
    }
}
