// SPDX-License-Identifier: MIT
// The contract that deposit addresses delegate to (EIP-7702): executes payments that the address itself has signed, sent by any account.
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// Runs inside the delegating account: `address(this)` is that account and the storage is the account's. It has no
/// configuration, so one deployed contract serves every account of every tenant.
contract Sweeper {
    using SafeERC20 for IERC20;

    struct Payment {
        address to;
        uint256 amount;
    }

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant NAME_HASH = keccak256("Sweeper");
    bytes32 private constant VERSION_HASH = keccak256("1");
    bytes32 private constant PAYMENT_TYPEHASH = keccak256("Payment(address to,uint256 amount)");
    bytes32 private constant SWEEP_TYPEHASH = keccak256(
        "Sweep(address token,Payment[] payments,uint256 deadline,bytes32 salt)Payment(address to,uint256 amount)"
    );

    /// A namespaced slot (ERC-7201 formula over "sandbox.sweeper"), because the account may delegate to another contract later.
    bytes32 private constant STORAGE_SLOT =
        keccak256(abi.encode(uint256(keccak256("sandbox.sweeper")) - 1)) & ~bytes32(uint256(0xff));

    struct Storage {
        mapping(bytes32 salt => bool) used;
    }

    error SweepExpired(uint256 deadline);
    error SaltUsed(bytes32 salt);
    error NotSignedByAccount(address signer);
    error NativePaymentFailed(address to, uint256 amount);

    /// Accepts native coin, as an account without code does.
    receive() external payable {}

    /// Pays every entry of `payments` in `token` (the zero address means the native coin), all or none, once per salt.
    function sweep(
        address token,
        Payment[] calldata payments,
        uint256 deadline,
        bytes32 salt,
        bytes calldata signature
    ) external {
        require(block.timestamp <= deadline, SweepExpired(deadline));
        Storage storage $ = _storage();
        require(!$.used[salt], SaltUsed(salt));
        address signer = ECDSA.recover(digestOf(token, payments, deadline, salt), signature);
        require(signer == address(this), NotSignedByAccount(signer));
        $.used[salt] = true;
        for (uint256 i = 0; i < payments.length; ++i) {
            _pay(token, payments[i].to, payments[i].amount);
        }
    }

    function isSaltUsed(bytes32 salt) external view returns (bool) {
        return _storage().used[salt];
    }

    /// The EIP-712 digest that the account has to sign, bound to this chain and this account.
    function digestOf(address token, Payment[] calldata payments, uint256 deadline, bytes32 salt)
        public
        view
        returns (bytes32)
    {
        bytes32[] memory hashes = new bytes32[](payments.length);
        for (uint256 i = 0; i < payments.length; ++i) {
            hashes[i] = keccak256(abi.encode(PAYMENT_TYPEHASH, payments[i].to, payments[i].amount));
        }
        bytes32 message =
            keccak256(abi.encode(SWEEP_TYPEHASH, token, keccak256(abi.encodePacked(hashes)), deadline, salt));
        bytes32 domain =
            keccak256(abi.encode(DOMAIN_TYPEHASH, NAME_HASH, VERSION_HASH, block.chainid, address(this)));
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    function _pay(address token, address to, uint256 amount) private {
        if (token != address(0)) {
            IERC20(token).safeTransfer(to, amount);
            return;
        }
        (bool success,) = to.call{value: amount}("");
        require(success, NativePaymentFailed(to, amount));
    }

    function _storage() private pure returns (Storage storage $) {
        bytes32 slot = STORAGE_SLOT;
        assembly ("memory-safe") {
            $.slot := slot
        }
    }
}
