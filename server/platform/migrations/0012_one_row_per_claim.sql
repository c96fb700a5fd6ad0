DROP INDEX "outbox_key";--> statement-breakpoint
DROP INDEX "strategy_run_alive";--> statement-breakpoint
DROP INDEX "strategy_run_claim";--> statement-breakpoint
ALTER TABLE "strategy_run" DROP CONSTRAINT "strategy_run_client_id_run_id_pk";--> statement-breakpoint
-- Of a claim's runs the living one stays, else the newest; the event log tells of the others.
DELETE FROM "strategy_run" r USING (
  SELECT client_id, run_id, row_number() OVER (
    PARTITION BY client_id, external_claim_ref ORDER BY status IN ('active', 'waiting', 'paused') DESC, started_at DESC, run_id DESC) AS place
  FROM "strategy_run") ranked
WHERE r.client_id = ranked.client_id AND r.run_id = ranked.run_id AND ranked.place > 1;--> statement-breakpoint
ALTER TABLE "event" ALTER COLUMN "payload" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "strategy_run" ADD CONSTRAINT "strategy_run_client_id_external_claim_ref_pk" PRIMARY KEY("client_id","external_claim_ref");