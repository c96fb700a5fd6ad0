CREATE TABLE "strategy_preview" (
	"client_id" uuid NOT NULL,
	"preview_id" uuid NOT NULL,
	"code_digest" text NOT NULL,
	"content_type" text,
	"content" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "strategy_preview_client_id_preview_id_pk" PRIMARY KEY("client_id","preview_id")
);
--> statement-breakpoint
ALTER TABLE "strategy_preview" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "strategy_run_due";--> statement-breakpoint
ALTER TABLE "strategy_run" ADD COLUMN "slot" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "strategy_run_due" ON "strategy_run" USING btree ("client_id","slot","wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "strategy_preview" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);