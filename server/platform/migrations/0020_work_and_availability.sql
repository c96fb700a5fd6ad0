CREATE TABLE "work_item" (
	"client_id" uuid NOT NULL,
	"work_item_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"task_id" uuid,
	"status" text NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"outcome" text,
	"not_before" timestamp (3) with time zone,
	"promised_amount" bigint DEFAULT 0 NOT NULL,
	"currency" text,
	"made" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "work_item_client_id_work_item_id_pk" PRIMARY KEY("client_id","work_item_id")
);
--> statement-breakpoint
ALTER TABLE "work_item" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "availability" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "work_item_account_held" ON "work_item" USING btree ("client_id","account_id") WHERE status = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "work_item_user_held" ON "work_item" USING btree ("client_id","user_id") WHERE status = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "work_item_key" ON "work_item" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "work_item_account" ON "work_item" USING btree ("client_id","account_id","finished_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "work_item_user" ON "work_item" USING btree ("client_id","user_id","finished_at" DESC NULLS LAST);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "work_item" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));