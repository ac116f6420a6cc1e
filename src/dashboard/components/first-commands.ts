// What fills an empty world: the first commands, for a terminal.

/** An owner gets an address, pays to it, and the webhooks are shown as they come. */
export function firstCommands(): readonly string[] {
  return [
    `curl ${location.origin}/v1/wallets -H "X-API-Key: $SANDBOX_API_KEY" -H content-type:application/json -d '{"owner":"alice","network_symbol":"base"}'`,
    "cpsandbox deposit --owner alice --amount 25.5 --asset USDC --network base",
    "cpsandbox listen --forward-to http://127.0.0.1:3000/hooks",
  ];
}
