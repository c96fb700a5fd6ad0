ALTER TABLE "promise_to_pay" ADD COLUMN "promise_id" uuid;--> statement-breakpoint
-- What was said once about several claims has keys that differ by the claim alone. Parts that were kept are no more than parts of a promise that broke, or still runs.
-- in batches
UPDATE "promise_to_pay" p SET "promise_id" = said.promise_id,
  "status" = case when p.status = 'kept' and said.broke then 'broken' when p.status = 'kept' and said.runs then 'active' else p.status end
FROM (
  SELECT client_id, min(promise_to_pay_id::text)::uuid AS promise_id, array_agg(promise_to_pay_id) AS parts,
    bool_or(status = 'broken') AS broke, bool_or(status = 'active') AS runs
  FROM "promise_to_pay"
  WHERE promise_id IS NULL AND right(idempotency_key, length(external_claim_ref) + 1) = ':' || external_claim_ref
    AND length(idempotency_key) > length(external_claim_ref) + 1
  GROUP BY client_id, account_id, requested_by, due_date, currency, left(idempotency_key, -length(external_claim_ref) - 1)
  HAVING count(*) > 1 LIMIT 10000) said
WHERE p.client_id = said.client_id AND p.promise_to_pay_id = any(said.parts);
