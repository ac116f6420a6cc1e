// Which network an unknown name means, for hints (H-91).
import { editDistance } from "../../kernel/edit-distance.ts";
import type { Catalogue, Network } from "./network.ts";

const MAX_MISTAKES = 2;
const SHORTEST_PREFIX = 3;
/** Two wrong characters of a shorter text are most of it. */
const SHORTEST_MISSPELT = 5;
const LONGEST_NAME = 40;
/** What other services write behind a name: `eth-mainnet`. */
const KIND = /(mainnet|testnet|sepolia|chain|network|pos)$/;

/** The network meant by a symbol, id, chain id, name or native coin, or by one of them misspelt; undefined when none is near. */
export function nearestNetwork({ networks }: Pick<Catalogue, "networks">, text: string): Network | undefined {
  if (text.length > LONGEST_NAME) return undefined;
  const number = /^(?:eip155:)?(0x[0-9a-f]+|[0-9]+)$/i.exec(text)?.[1];
  if (number !== undefined)
    return networks.find(({ chainId }) => chainId === Number(number)) ?? networks.find(({ id }) => id === number);
  const wanted = plain(text);
  return named(networks, wanted) ?? named(networks, wanted.replace(KIND, "")) ?? misspelt(networks, wanted);
}

/** By a name or the native coin in full, or by the beginning of a name. */
function named(networks: readonly Network[], wanted: string): Network | undefined {
  if (wanted.length < SHORTEST_PREFIX) return undefined;
  return (
    networks.find((network) => namesOf(network).includes(wanted)) ??
    networks.find(({ native }) => plain(native.symbol) === wanted) ??
    networks.find((network) => namesOf(network).some((name) => name.startsWith(wanted)))
  );
}

/** What is wrong with a network that is not there, for the developer: the one that is meant, or all there are. */
export function unknownNetwork({ networks }: Pick<Catalogue, "networks">, text: string): string {
  const meant = nearestNetwork({ networks }, text);
  const all = networks.map(({ symbol }) => symbol).join(", ");
  return `unknown network ${text}: ${meant === undefined ? `use one of ${all}` : `did you mean ${wordsFor(meant)}?`}`;
}

/** Symbol and ids of a network, whichever the member takes. */
export function wordsFor({ symbol, id, chainId }: Network): string {
  return `${symbol} (network_id ${id}, chain id ${chainId})`;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, "");

const namesOf = ({ symbol, name, alsoCalled }: Network): string[] => [symbol, name, ...alsoCalled].map(plain);

function misspelt(networks: readonly Network[], wanted: string): Network | undefined {
  if (wanted.length < SHORTEST_MISSPELT) return undefined;
  const found = networks.map((network) => ({
    network,
    mistakes: Math.min(...namesOf(network).map((name) => editDistance(name, wanted, MAX_MISTAKES))),
  }));
  const [best] = found.toSorted((a, b) => a.mistakes - b.mistakes);
  return best !== undefined && best.mistakes <= MAX_MISTAKES ? best.network : undefined;
}
