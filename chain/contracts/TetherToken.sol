// SPDX-License-Identifier: MIT
// USDT as on Ethereum: transfer, transferFrom and approve return nothing, a non-zero allowance must be set to zero first, and failures
// carry no reason. It has neither EIP-2612 nor EIP-3009.
pragma solidity 0.8.37;

import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";

/// All parameters are immutables, as in SandboxToken. Beside the real names there are the owner's calls of SandboxToken.
contract TetherToken {
    using ShortStrings for ShortString;

    mapping(address account => uint256) private _balances;
    mapping(address account => mapping(address spender => uint256)) private _allowances;
    uint256 private _totalSupply;
    mapping(address account => bool) private _blacklisted;
    mapping(address account => bool) private _stopped;
    bool public paused;

    ShortString private immutable _tokenName;
    ShortString private immutable _tokenSymbol;
    uint8 private immutable _tokenDecimals;
    address public immutable owner;

    /// No fee is taken on transfers, as on Ethereum to this day.
    uint256 public constant basisPointsRate = 0;
    uint256 public constant maximumFee = 0;
    uint256 public constant MAX_UINT = type(uint256).max;
    bool public constant deprecated = false;
    address public constant upgradedAddress = address(0);

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Issue(uint256 amount);
    event Redeem(uint256 amount);
    event AddedBlackList(address _user);
    event RemovedBlackList(address _user);
    event Pause();
    event Unpause();

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    /// The calldata must hold all arguments in full.
    modifier onlyPayloadSize(uint256 size) {
        require(msg.data.length >= size + 4);
        _;
    }

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address owner_) {
        _tokenName = ShortStrings.toShortString(name_);
        _tokenSymbol = ShortStrings.toShortString(symbol_);
        _tokenDecimals = decimals_;
        owner = owner_;
    }

    function name() external view returns (string memory) {
        return _tokenName.toString();
    }

    function symbol() external view returns (string memory) {
        return _tokenSymbol.toString();
    }

    /// A uint256, not a uint8.
    function decimals() external view returns (uint256) {
        return _tokenDecimals;
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

    /// Of the real blacklist only the sender's entry counts; an account that the sandbox's `blacklist` names receives nothing either.
    function transfer(address to, uint256 value) external onlyPayloadSize(64) {
        require(!paused);
        require(!_blacklisted[msg.sender] && !_stopped[to]);
        _transfer(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external onlyPayloadSize(96) {
        require(!paused);
        require(!_blacklisted[from] && !_stopped[to]);
        uint256 allowed = _allowances[from][msg.sender];
        if (allowed < MAX_UINT) _allowances[from][msg.sender] = _subtract(allowed, value);
        _transfer(from, to, value);
    }

    function approve(address spender, uint256 value) external onlyPayloadSize(64) {
        require(value == 0 || _allowances[msg.sender][spender] == 0);
        _allowances[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    // ---- the owner's calls, by their real names and by those of SandboxToken

    function issue(uint256 amount) external onlyOwner {
        _mint(owner, amount);
        emit Issue(amount);
    }

    function redeem(uint256 amount) external onlyOwner {
        _totalSupply = _subtract(_totalSupply, amount);
        _balances[owner] = _subtract(_balances[owner], amount);
        emit Redeem(amount);
    }

    function mint(address to, uint256 value) external onlyOwner returns (bool) {
        require(!paused && !_stopped[to]);
        _mint(to, value);
        emit Transfer(address(0), to, value);
        return true;
    }

    function pause() external onlyOwner {
        require(!paused);
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        require(paused);
        paused = false;
        emit Unpause();
    }

    function addBlackList(address account) public onlyOwner {
        _blacklisted[account] = true;
        emit AddedBlackList(account);
    }

    function removeBlackList(address account) public onlyOwner {
        _blacklisted[account] = false;
        emit RemovedBlackList(account);
    }

    function blacklist(address account) external {
        addBlackList(account);
        _stopped[account] = true;
    }

    function unBlacklist(address account) external {
        removeBlackList(account);
        _stopped[account] = false;
    }

    function isBlackListed(address account) external view returns (bool) {
        return _blacklisted[account];
    }

    function getBlackListStatus(address account) external view returns (bool) {
        return _blacklisted[account];
    }

    // ---- internal

    function _mint(address to, uint256 value) private {
        _totalSupply += value;
        _balances[to] += value;
    }

    function _transfer(address from, address to, uint256 value) private {
        _balances[from] = _subtract(_balances[from], value);
        _balances[to] += value;
        emit Transfer(from, to, value);
    }

    /// An underflow is an invalid opcode that takes all gas, as compilers before 0.4.22 and `assert` made it.
    function _subtract(uint256 a, uint256 b) private pure returns (uint256) {
        if (b > a) {
            assembly {
                invalid()
            }
        }
        unchecked {
            return a - b;
        }
    }
}
