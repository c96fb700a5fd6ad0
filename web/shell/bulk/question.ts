import type { Target } from './target.ts';

/** An action and what it goes over. */
export interface Asked {
  readonly unit: 'account' | 'claim';
  readonly name: string;
  readonly danger: boolean;
}

/** What the question before an action is given. */
export interface QuestionProps {
  readonly asked: Asked;
  readonly count: number;
  readonly target: () => Target;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The one field of a question. */
export interface Answer {
  /** Null while there is none. */
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  /** It was confirmed without an answer that fits. */
  readonly isWrong: boolean;
  /** Why the server refused the answer; null while it has not. */
  readonly refusal: unknown;
}
