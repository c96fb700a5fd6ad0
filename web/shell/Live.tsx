import { useMessages } from './messages.ts';
import { useAnswers } from './presence.ts';

/** What goes on in every tab of somebody who is signed in, once the first screen stands: it hears messages, and answers who asks who is here. */
export default function Live() {
  useMessages();
  useAnswers();
  return null;
}
