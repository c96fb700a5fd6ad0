CREATE TABLE "strategy_step_comment" (
	"client_id" uuid NOT NULL,
	"comment_id" uuid NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"reply_to" uuid,
	"body" text NOT NULL,
	"author" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" uuid,
	CONSTRAINT "strategy_step_comment_client_id_comment_id_pk" PRIMARY KEY("client_id","comment_id")
);
--> statement-breakpoint
ALTER TABLE "strategy_step_comment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "strategy_step_comment_blueprint" ON "strategy_step_comment" USING btree ("client_id","blueprint_id","created_at");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "strategy_step_comment" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));