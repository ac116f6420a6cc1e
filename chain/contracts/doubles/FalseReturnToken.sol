// SPDX-License-Identifier: MIT
// Test double: a token whose transfer returns false instead of reverting.
pragma solidity 0.8.37;

contract FalseReturnToken {
    string public constant name = "False Return";
    string public constant symbol = "FALSE";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;

    mapping(address account => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address holder, uint256 supply) {
        totalSupply = supply;
        balanceOf[holder] = supply;
        emit Transfer(address(0), holder, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (balanceOf[msg.sender] < value) return false;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
