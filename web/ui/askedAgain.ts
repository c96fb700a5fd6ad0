/** What is on screen is asked for again after a change. A form that is saved once more before that is answered would send the state before. */
let asked: Promise<unknown> = Promise.resolve();

/** Notes what is asked for again. @param answers when all of it is there. */
export function noteAsked(answers: Promise<unknown>): void {
  asked = Promise.allSettled([asked, answers]);
}

/** @returns when all that was asked for is there, or has failed. */
export const askedAgain = (): Promise<unknown> => asked;
