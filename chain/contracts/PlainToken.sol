// SPDX-License-Identifier: MIT
// An ERC-20 token without EIP-2612 and EIP-3009: the pegged tokens of BNB Smart Chain, bridged USDC and DAI.
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";

/// All parameters are immutables, as in SandboxToken. Revert texts begin with `errorPrefix`, for example "BEP20".
contract PlainToken is IERC20 {
    using ShortStrings for ShortString;

    mapping(address account => uint256) private _balances;
    mapping(address account => mapping(address spender => uint256)) private _allowances;
    uint256 private _totalSupply;
    mapping(address account => bool) private _blacklisted;
    bool public paused;

    ShortString private immutable _tokenName;
    ShortString private immutable _tokenSymbol;
    ShortString private immutable _errorPrefix;
    uint8 public immutable decimals;
    address public immutable owner;

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address owner_,
        string memory errorPrefix_
    ) {
        _tokenName = ShortStrings.toShortString(name_);
        _tokenSymbol = ShortStrings.toShortString(symbol_);
        _errorPrefix = ShortStrings.toShortString(errorPrefix_);
        decimals = decimals_;
        owner = owner_;
    }

    function name() external view returns (string memory) {
        return _tokenName.toString();
    }

    function symbol() external view returns (string memory) {
        return _tokenSymbol.toString();
    }

    function getOwner() external view returns (address) {
        return owner;
    }

    function totalSupply() external view returns (uint256) {
        return _totalSupply;
    }

    function balanceOf(address account) external view returns (uint256) {
        return _balances[account];
    }

    function allowance(address account, address spender) external view returns (uint256) {
        return _allowances[account][spender];
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _transfer(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _transfer(from, to, value);
        uint256 allowed = _allowances[from][msg.sender];
        _check(value <= allowed, ": transfer amount exceeds allowance");
        _approve(from, msg.sender, allowed - value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function increaseAllowance(address spender, uint256 increment) external returns (bool) {
        _approve(msg.sender, spender, _allowances[msg.sender][spender] + increment);
        return true;
    }

    function decreaseAllowance(address spender, uint256 decrement) external returns (bool) {
        uint256 allowed = _allowances[msg.sender][spender];
        _check(decrement <= allowed, ": decreased allowance below zero");
        _approve(msg.sender, spender, allowed - decrement);
        return true;
    }

    // ---- the owner's calls, which the real tokens lack, so that the sandbox can mint, pause and blacklist every token

    function mint(address to, uint256 value) external onlyOwner returns (bool) {
        require(!paused, "Pausable: paused");
        _check(to != address(0), ": mint to the zero address");
        _totalSupply += value;
        _balances[to] += value;
        emit Transfer(address(0), to, value);
        return true;
    }

    function pause() external onlyOwner {
        require(!paused, "Pausable: paused");
        paused = true;
    }

    function unpause() external onlyOwner {
        require(paused, "Pausable: not paused");
        paused = false;
    }

    function blacklist(address account) external onlyOwner {
        _blacklisted[account] = true;
    }

    function unBlacklist(address account) external onlyOwner {
        _blacklisted[account] = false;
    }

    function isBlacklisted(address account) external view returns (bool) {
        return _blacklisted[account];
    }

    // ---- internal

    function _transfer(address from, address to, uint256 value) private {
        require(!paused, "Pausable: paused");
        require(
            !_blacklisted[from] && !_blacklisted[to] && !_blacklisted[msg.sender],
            "Blacklistable: account is blacklisted"
        );
        _check(from != address(0), ": transfer from the zero address");
        _check(to != address(0), ": transfer to the zero address");
        uint256 balance = _balances[from];
        _check(value <= balance, ": transfer amount exceeds balance");
        _balances[from] = balance - value;
        _balances[to] += value;
        emit Transfer(from, to, value);
    }

    function _approve(address holder, address spender, uint256 value) private {
        _check(holder != address(0), ": approve from the zero address");
        _check(spender != address(0), ": approve to the zero address");
        _allowances[holder][spender] = value;
        emit Approval(holder, spender, value);
    }

    function _check(bool condition, string memory text) private view {
        if (!condition) revert(string.concat(_errorPrefix.toString(), text));
    }
}
