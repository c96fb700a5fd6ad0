/**
 * Seals everything anew under QUITTANCE_SECRET, while the product runs: `npm run rotate-secret`. What earlier secrets sealed is opened with
 * those of QUITTANCE_SECRET_PREVIOUS. Killed and started again it goes on where it was (docs/decisions/secrets.md says the steps).
 * Ends with 0 when nothing is left under an earlier secret, else with 1.
 */
import { forgetSecrets } from './platform/canary.ts';
import { connectOrEnd } from './platform/connect.ts';
import { keyRing } from './platform/keyRing.ts';
import { countByKey, sealAnew, sealedColumns } from './platform/sealedColumns.ts';
// Whatever keeps something sealed declares it: the services, and the platform's own parts that the server imports.
import './server.ts';

const { database, close } = await connectOrEnd();
try {
  const { newest, keys } = keyRing();
  console.log(
    `Sealing under the key ${newest.id}; ${keys.length - 1} earlier secrets are given, ${sealedColumns().length} columns hold sealed values.`,
  );
  const rows = await sealAnew(database, 'notNewest', { told: (column, count) => console.log(`  ${column}: ${count}`) });
  const counts = await countByKey(database);
  const left = [...counts].filter(([id]) => id !== newest.id);
  const number = left.reduce((sum, [, count]) => sum + count, 0);
  console.log(
    `${rows} values were sealed anew; ${counts.get(newest.id) ?? 0} are under the newest secret, ${number} remain under earlier ones.`,
  );
  if (number > 0) {
    for (const [id, count] of left)
      console.error(
        `  ${count} under the key ${id === '' ? '(none)' : id}: a process that seals with it still runs. Restart it with the newest secret and run this again.`,
      );
    process.exitCode = 1;
  } else {
    const forgotten = await forgetSecrets(database, new Set(counts.keys()));
    console.log(
      forgotten.length > 0
        ? `The secrets of the keys ${forgotten.join(', ')} can go from QUITTANCE_SECRET_PREVIOUS once every process runs with the newest. Keep them with the backups that were made until now.`
        : 'No earlier secret is needed.',
    );
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await close();
}
