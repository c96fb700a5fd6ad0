/** Which of a debtor's addresses is used first. */

/**
 * SQL to order contact points of one kind: the preferred one, then verified ones, then the rest, each the oldest first. One that was just added
 * and that nobody has checked never takes the place of one that is known to work. Wrong and bounced ones come last.
 * @param p the name of contact_point in the statement.
 */
export const bestFirst = (p: string) =>
  `array_position(array['preferred', 'valid', 'unknown', 'wrong', 'bounced'], ${p}.state), ${p}.updated_at, ${p}.normalized`;
