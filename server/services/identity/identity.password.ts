/** Passwords: argon2id, what may be one, and the same work for people who do not exist. */
import { hash, verify } from '@node-rs/argon2';
import { invalid } from '../../../core/fault.ts';
import { isEasyToGuess } from './identity.strength.ts';

const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SHORTEST = 10;
const LONGEST = 200;

/** Compared against when there is no password to compare with. */
const NOBODYS = await hash('nobody has this password', STRENGTH);

/** @throws Fault INVALID_INPUT when it is shorter than 10 characters or longer than 200. */
function checkLength(password: string): void {
  if (password.length < SHORTEST) throw invalid('password', 'password10');
  if (password.length > LONGEST) throw invalid('password', 'password200');
}

/**
 * For a password that somebody chooses; one that was chosen before stays good. @param ownWords what somebody who knows the person would try.
 * @throws Fault INVALID_INPUT when it is too short, too long, or easy to guess.
 */
export async function checkPassword(password: string, ownWords: readonly string[] = []): Promise<void> {
  checkLength(password);
  if (await isEasyToGuess(password, ownWords)) throw invalid('password', 'passwordEasy');
}

/** @returns the argon2id hash (PHC text). @throws Fault INVALID_INPUT when it is too short or too long. */
export async function hashPassword(password: string): Promise<string> {
  checkLength(password);
  return hash(password, STRENGTH);
}

/** @param passwordHash null where there is none: the answer is no, after the same work. */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? NOBODYS, password.slice(0, LONGEST + 1));
  return right && typeof passwordHash === 'string';
}
