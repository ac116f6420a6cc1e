// SPDX-License-Identifier: MIT
// The stablecoin of the simulated networks: one source, parametrised by name, symbol, decimals and owner.
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";

/// The runtime code is put at a canonical address without running the constructor there, so nothing that the
/// constructor writes to storage survives: all parameters are immutables.
contract SandboxToken is ERC3009, IERC20Permit, Nonces, Pausable {
    using ShortStrings for ShortString;

    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    ShortString private immutable _tokenName;
    ShortString private immutable _tokenSymbol;
    uint8 private immutable _tokenDecimals;

    /// The only account that may mint, pause and blacklist.
    address public immutable owner;

    mapping(address account => bool) private _blacklisted;

    event Blacklisted(address indexed account);
    event UnBlacklisted(address indexed account);

    error NotTheOwner(address caller);
    error AccountBlacklisted(address account);
    error PermitExpired(uint256 deadline);
    error PermitSignerInvalid(address owner);

    modifier onlyOwner() {
        require(msg.sender == owner, NotTheOwner(msg.sender));
        _;
    }

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address owner_)
        ERC20("", "")
        EIP712(name_, "2")
    {
        _tokenName = ShortStrings.toShortString(name_);
        _tokenSymbol = ShortStrings.toShortString(symbol_);
        _tokenDecimals = decimals_;
        owner = owner_;
    }

    function name() public view override returns (string memory) {
        return _tokenName.toString();
    }

    function symbol() public view override returns (string memory) {
        return _tokenSymbol.toString();
    }

    function decimals() public view override returns (uint8) {
        return _tokenDecimals;
    }

    /// The version of the EIP-712 domain, for clients that read it.
    function version() external view returns (string memory) {
        return _EIP712Version();
    }

    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function mint(address to, uint256 value) external onlyOwner returns (bool) {
        _mint(to, value);
        return true;
    }

    /// Burns the caller's own tokens.
    function burn(uint256 value) external {
        _burn(msg.sender, value);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function blacklist(address account) external onlyOwner {
        _blacklisted[account] = true;
        emit Blacklisted(account);
    }

    function unBlacklist(address account) external onlyOwner {
        _blacklisted[account] = false;
        emit UnBlacklisted(account);
    }

    function isBlacklisted(address account) public view returns (bool) {
        return _blacklisted[account];
    }

    // ---- EIP-2612

    function nonces(address account) public view override(IERC20Permit, Nonces) returns (uint256) {
        return super.nonces(account);
    }

    function permit(address holder, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        permit(holder, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    function permit(address holder, address spender, uint256 value, uint256 deadline, bytes memory signature) public {
        require(block.timestamp <= deadline, PermitExpired(deadline));
        bytes32 digest = _hashTypedDataV4(
            keccak256(abi.encode(PERMIT_TYPEHASH, holder, spender, value, _useNonce(holder), deadline))
        );
        require(SignatureChecker.isValidSignatureNow(holder, digest, signature), PermitSignerInvalid(holder));
        _approve(holder, spender, value);
    }

    // ---- EIP-3009 with packed signatures, which also lets contract wallets sign

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        _checkAuthorization(
            from,
            abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce),
            signature
        );
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        _checkAuthorization(
            from,
            abi.encode(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce),
            signature
        );
        require(to == msg.sender, ERC20InvalidReceiver(to));
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
        _checkAuthorization(authorizer, abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce), signature);
        _cancelAuthorization(authorizer, nonce);
    }

    function _checkAuthorization(address signer, bytes memory message, bytes memory signature) private view {
        bytes32 digest = _hashTypedDataV4(keccak256(message));
        require(SignatureChecker.isValidSignatureNow(signer, digest, signature), ERC3009InvalidSignature());
    }

    /// Seconds only: the library would also read block numbers out of a flag bit, which no deployed stablecoin does.
    function _checkValidity(uint256 validAfter, uint256 validBefore) internal view override {
        require(
            block.timestamp > validAfter && block.timestamp < validBefore,
            ERC3009InvalidAuthorizationTime(validAfter, validBefore)
        );
    }

    // ---- pause and blacklist

    function _update(address from, address to, uint256 value) internal override whenNotPaused {
        _requireAllowed(from);
        _requireAllowed(to);
        _requireAllowed(msg.sender);
        super._update(from, to, value);
    }

    function _requireAllowed(address account) private view {
        require(!_blacklisted[account], AccountBlacklisted(account));
    }
}
