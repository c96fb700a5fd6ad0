/** The server's half of Cognito's SRP, as the protocol is documented: 3072-bit group of RFC 5054, SHA-256, HKDF with "Caldera Derived Key". */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { modularPower } from './identity.cognito.srp.ts';

const N = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437',
    '4FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF05',
    '98DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33',
    'A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864',
    'D87602733EC86A64521F2B18177B200CBBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);
const G = 2n;

/** Even in length, and never negative as a two's complement. */
function bytes(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Buffer.from(/^[89a-f]/i.test(even) ? `00${even}` : even, 'hex');
}
const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const number = (buffer: Buffer) => BigInt(`0x${buffer.toString('hex')}`);
const K = number(hash(bytes(N), bytes(G)));

export interface Verifier {
  readonly salt: bigint;
  readonly verifier: bigint;
}

/** What a pool keeps instead of a password. */
export function verifierOf(poolName: string, username: string, password: string): Verifier {
  const salt = number(randomBytes(16));
  const x = number(hash(bytes(salt), hash(Buffer.from(`${poolName}${username}:${password}`))));
  return { salt, verifier: modularPower(G, x) };
}

/** One sign-in. @returns B for the client, and what checks its signature. */
export function begin({ verifier }: Verifier, poolName: string, username: string, largeA: string) {
  const a = BigInt(`0x${largeA}`);
  const b = number(randomBytes(128));
  const largeB = (K * verifier + modularPower(G, b)) % N;
  const secretBlock = randomBytes(64);
  const u = number(hash(bytes(a), bytes(largeB)));
  const shared = modularPower((a * modularPower(verifier, u)) % N, b);
  const early = createHmac('sha256', bytes(u)).update(bytes(shared)).digest();
  const key = createHmac('sha256', early)
    .update('Caldera Derived Key')
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, 16);
  return {
    largeB: largeB.toString(16),
    secretBlock: secretBlock.toString('base64'),
    isRight: (timestamp: string, block: string, signature: string) =>
      a % N !== 0n &&
      block === secretBlock.toString('base64') &&
      signature === createHmac('sha256', key).update(`${poolName}${username}`).update(secretBlock).update(timestamp).digest('base64'),
  };
}
