/** What tests of accounts and their work begin with. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { TestHouse } from '../../platform/testing.ts';

/** Puts agents into client A: "Agent 0", "Agent 1" and so on. @returns their ids, and a token of each in the same order. */
export async function addAgents(house: TestHouse, count: number): Promise<{ staff: Uuid[]; tokens: string[] }> {
  const staff = Array.from({ length: count }, () => uuidv7());
  const tokens = await Promise.all(staff.map((userId) => house.tokenFor(house.clientA, 'AGENT', userId)));
  await house.inA(async (tx) => {
    for (const [index, userId] of staff.entries())
      await tx.sql(`insert into client_user (client_id, user_id, email, name, role) values ($1, $2, $3, $4, 'AGENT')`, [
        tx.clientId,
        userId,
        `agent${index}@test.example`,
        `Agent ${index}`,
      ]);
  });
  return { staff, tokens };
}
