// The facts of a sandbox that is ready, for tests of what is printed.
import type { ReadyInfo } from "../../src/runtime/ready-info.ts";

export const FACTS: ReadyInfo = {
  pid: 4711,
  url: "http://127.0.0.1:4010",
  api_base_url: "http://127.0.0.1:4010/v1",
  admin_url: "http://127.0.0.1:4010/admin",
  dashboard_url: "http://127.0.0.1:4010/",
  rpc: { ethereum: "http://127.0.0.1:4010/rpc/ethereum", base: "http://127.0.0.1:4010/rpc/base" },
  tenant_id: "019b7601-7800-7000-8000-000000000001",
  api_key: "sk_sandbox_0123456789abcdef0123456789abcdef",
  vault_id: "019b7601-7800-7000-8000-000000000002",
  webhook_secret: "whsec_0123",
  accounts: [
    { address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", private_key: "0xac09" },
    { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", private_key: "0x59c6" },
  ],
};
