// SPDX-License-Identifier: MIT
// The wrapped native coin of a network (WETH, WBNB, WPOL), with the interface and the events of WETH9.
pragma solidity 0.8.37;

import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";

/// Name and symbol are immutables, as in SandboxToken. Failures carry no reason.
contract WrappedNative {
    using ShortStrings for ShortString;

    mapping(address account => uint256) private _balances;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    ShortString private immutable _tokenName;
    ShortString private immutable _tokenSymbol;
    uint8 public constant decimals = 18;

    event Approval(address indexed src, address indexed guy, uint256 wad);
    event Transfer(address indexed src, address indexed dst, uint256 wad);
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);

    constructor(string memory name_, string memory symbol_) {
        _tokenName = ShortStrings.toShortString(name_);
        _tokenSymbol = ShortStrings.toShortString(symbol_);
    }

    receive() external payable {
        deposit();
    }

    fallback() external payable {
        deposit();
    }

    function name() external view returns (string memory) {
        return _tokenName.toString();
    }

    function symbol() external view returns (string memory) {
        return _tokenSymbol.toString();
    }

    /// What the contract holds; coin that was forced into it counts too.
    function totalSupply() external view returns (uint256) {
        return address(this).balance;
    }

    function balanceOf(address account) external view returns (uint256) {
        return _balances[account];
    }

    function deposit() public payable {
        _balances[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 wad) external {
        require(_balances[msg.sender] >= wad);
        _balances[msg.sender] -= wad;
        payable(msg.sender).transfer(wad);
        emit Withdrawal(msg.sender, wad);
    }

    function approve(address guy, uint256 wad) external returns (bool) {
        allowance[msg.sender][guy] = wad;
        emit Approval(msg.sender, guy, wad);
        return true;
    }

    function transfer(address dst, uint256 wad) external returns (bool) {
        return transferFrom(msg.sender, dst, wad);
    }

    function transferFrom(address src, address dst, uint256 wad) public returns (bool) {
        require(_balances[src] >= wad);
        if (src != msg.sender && allowance[src][msg.sender] != type(uint256).max) {
            require(allowance[src][msg.sender] >= wad);
            allowance[src][msg.sender] -= wad;
        }
        _balances[src] -= wad;
        _balances[dst] += wad;
        emit Transfer(src, dst, wad);
        return true;
    }
}
