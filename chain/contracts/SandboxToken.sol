// SPDX-License-Identifier: MIT
// The stablecoin of most simulated networks, with the interface and the revert texts of Circle's USDC: EIP-2612, EIP-3009, pause, blacklist.
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";

/// The runtime code is put at a canonical address without running the constructor there, so nothing that the
/// constructor writes to storage survives: all parameters are immutables.
contract SandboxToken is IERC20, EIP712 {
    using ShortStrings for ShortString;

    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    mapping(address account => uint256) private _balances;
    mapping(address account => mapping(address spender => uint256)) private _allowances;
    uint256 private _totalSupply;
    mapping(address account => bool) private _blacklisted;
    mapping(address account => uint256) private _nonces;
    mapping(address authorizer => mapping(bytes32 nonce => bool)) private _authorizations;
    bool public paused;

    ShortString private immutable _tokenName;
    ShortString private immutable _tokenSymbol;
    uint8 public immutable decimals;

    /// The only account that may mint, pause and blacklist.
    address public immutable owner;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);
    event Blacklisted(address indexed account);
    event UnBlacklisted(address indexed account);
    event Pause();
    event Unpause();

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    modifier whenNotPaused() {
        require(!paused, "Pausable: paused");
        _;
    }

    modifier notBlacklisted(address account) {
        require(!_blacklisted[account], "Blacklistable: account is blacklisted");
        _;
    }

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address owner_) EIP712(name_, "2") {
        _tokenName = ShortStrings.toShortString(name_);
        _tokenSymbol = ShortStrings.toShortString(symbol_);
        decimals = decimals_;
        owner = owner_;
    }

    function name() external view returns (string memory) {
        return _tokenName.toString();
    }

    function symbol() external view returns (string memory) {
        return _tokenSymbol.toString();
    }

    /// The version of the EIP-712 domain, for clients that read it.
    function version() external view returns (string memory) {
        return _EIP712Version();
    }

    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    // ---- ERC-20

    function totalSupply() external view returns (uint256) {
        return _totalSupply;
    }

    function balanceOf(address account) external view returns (uint256) {
        return _balances[account];
    }

    function allowance(address account, address spender) external view returns (uint256) {
        return _allowances[account][spender];
    }

    function transfer(address to, uint256 value)
        external
        whenNotPaused
        notBlacklisted(msg.sender)
        notBlacklisted(to)
        returns (bool)
    {
        _transfer(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value)
        external
        whenNotPaused
        notBlacklisted(msg.sender)
        notBlacklisted(from)
        notBlacklisted(to)
        returns (bool)
    {
        uint256 allowed = _allowances[from][msg.sender];
        require(value <= allowed, "ERC20: transfer amount exceeds allowance");
        _transfer(from, to, value);
        if (allowed != type(uint256).max) _allowances[from][msg.sender] = allowed - value;
        return true;
    }

    function approve(address spender, uint256 value)
        external
        whenNotPaused
        notBlacklisted(msg.sender)
        notBlacklisted(spender)
        returns (bool)
    {
        _approve(msg.sender, spender, value);
        return true;
    }

    function increaseAllowance(address spender, uint256 increment)
        external
        whenNotPaused
        notBlacklisted(msg.sender)
        notBlacklisted(spender)
        returns (bool)
    {
        _approve(msg.sender, spender, _allowances[msg.sender][spender] + increment);
        return true;
    }

    function decreaseAllowance(address spender, uint256 decrement)
        external
        whenNotPaused
        notBlacklisted(msg.sender)
        notBlacklisted(spender)
        returns (bool)
    {
        uint256 allowed = _allowances[msg.sender][spender];
        require(decrement <= allowed, "ERC20: decreased allowance below zero");
        _approve(msg.sender, spender, allowed - decrement);
        return true;
    }

    // ---- EIP-2612

    function nonces(address account) external view returns (uint256) {
        return _nonces[account];
    }

    function permit(address holder, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        permit(holder, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    function permit(address holder, address spender, uint256 value, uint256 deadline, bytes memory signature)
        public
        whenNotPaused
        notBlacklisted(holder)
        notBlacklisted(spender)
    {
        require(deadline == type(uint256).max || block.timestamp <= deadline, "FiatTokenV2: permit is expired");
        bytes memory message = abi.encode(PERMIT_TYPEHASH, holder, spender, value, _nonces[holder]++, deadline);
        require(_isSigned(holder, message, signature), "EIP2612: invalid signature");
        _approve(holder, spender, value);
    }

    // ---- EIP-3009, with (v, r, s) and with packed signatures, which also let contract wallets sign

    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool) {
        return _authorizations[authorizer][nonce];
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public whenNotPaused notBlacklisted(from) notBlacklisted(to) {
        _checkWindow(validAfter, validBefore);
        bytes memory message =
            abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce);
        _useAuthorization(from, nonce, message, signature);
        _transfer(from, to, value);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        receiveWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public whenNotPaused notBlacklisted(from) notBlacklisted(to) {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        _checkWindow(validAfter, validBefore);
        bytes memory message =
            abi.encode(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce);
        _useAuthorization(from, nonce, message, signature);
        _transfer(from, to, value);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        cancelAuthorization(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) public whenNotPaused {
        bytes memory message = abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce);
        _markAuthorization(authorizer, nonce, message, signature);
        emit AuthorizationCanceled(authorizer, nonce);
    }

    // ---- the owner's calls

    function mint(address to, uint256 value) external onlyOwner whenNotPaused notBlacklisted(to) returns (bool) {
        require(to != address(0), "FiatToken: mint to the zero address");
        _totalSupply += value;
        _balances[to] += value;
        emit Transfer(address(0), to, value);
        return true;
    }

    /// Burns the caller's own tokens.
    function burn(uint256 value) external whenNotPaused notBlacklisted(msg.sender) {
        require(_balances[msg.sender] >= value, "FiatToken: burn amount exceeds balance");
        _totalSupply -= value;
        _balances[msg.sender] -= value;
        emit Transfer(msg.sender, address(0), value);
    }

    /// Refused when the token is paused already, unlike in USDC, so that the sandbox can say that nothing would change.
    function pause() external onlyOwner whenNotPaused {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        require(paused, "Pausable: not paused");
        paused = false;
        emit Unpause();
    }

    function blacklist(address account) external onlyOwner {
        _blacklisted[account] = true;
        emit Blacklisted(account);
    }

    function unBlacklist(address account) external onlyOwner {
        _blacklisted[account] = false;
        emit UnBlacklisted(account);
    }

    function isBlacklisted(address account) external view returns (bool) {
        return _blacklisted[account];
    }

    // ---- internal

    function _transfer(address from, address to, uint256 value) private {
        require(from != address(0), "ERC20: transfer from the zero address");
        require(to != address(0), "ERC20: transfer to the zero address");
        uint256 balance = _balances[from];
        require(value <= balance, "ERC20: transfer amount exceeds balance");
        _balances[from] = balance - value;
        _balances[to] += value;
        emit Transfer(from, to, value);
    }

    function _approve(address holder, address spender, uint256 value) private {
        require(holder != address(0), "ERC20: approve from the zero address");
        require(spender != address(0), "ERC20: approve to the zero address");
        _allowances[holder][spender] = value;
        emit Approval(holder, spender, value);
    }

    function _checkWindow(uint256 validAfter, uint256 validBefore) private view {
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
    }

    function _useAuthorization(address authorizer, bytes32 nonce, bytes memory message, bytes memory signature) private {
        _markAuthorization(authorizer, nonce, message, signature);
        emit AuthorizationUsed(authorizer, nonce);
    }

    function _markAuthorization(address authorizer, bytes32 nonce, bytes memory message, bytes memory signature)
        private
    {
        require(!_authorizations[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
        require(_isSigned(authorizer, message, signature), "FiatTokenV2: invalid signature");
        _authorizations[authorizer][nonce] = true;
    }

    function _isSigned(address signer, bytes memory message, bytes memory signature) private view returns (bool) {
        return SignatureChecker.isValidSignatureNow(signer, _hashTypedDataV4(keccak256(message)), signature);
    }
}
