CREATE TABLE "due_notice" (
	"client_id" uuid NOT NULL,
	"message_type" text NOT NULL,
	"item_id" uuid NOT NULL,
	"due_date" date NOT NULL,
	"days" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "due_notice_client_id_message_type_item_id_due_date_days_pk" PRIMARY KEY("client_id","message_type","item_id","due_date","days")
);
--> statement-breakpoint
ALTER TABLE "due_notice" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reaction_firing" (
	"client_id" uuid NOT NULL,
	"reaction_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"depth" smallint NOT NULL,
	"correlation_id" uuid NOT NULL,
	"fired_at" timestamp (3) with time zone NOT NULL,
	"why" jsonb NOT NULL,
	CONSTRAINT "reaction_firing_client_id_reaction_id_message_id_pk" PRIMARY KEY("client_id","reaction_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "reaction_firing" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reaction_rule" (
	"client_id" uuid NOT NULL,
	"reaction_id" uuid NOT NULL,
	"account_id" uuid,
	"position" integer NOT NULL,
	"is_enabled" boolean NOT NULL,
	"message_type" text NOT NULL,
	"rule" jsonb NOT NULL,
	"active_since" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "reaction_rule_client_id_reaction_id_pk" PRIMARY KEY("client_id","reaction_id")
);
--> statement-breakpoint
ALTER TABLE "reaction_rule" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "reaction_firing_account" ON "reaction_firing" USING btree ("client_id","account_id","fired_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reaction_firing_correlation" ON "reaction_firing" USING btree ("client_id","correlation_id");--> statement-breakpoint
CREATE INDEX "reaction_firing_message" ON "reaction_firing" USING btree ("client_id","message_id");--> statement-breakpoint
CREATE INDEX "reaction_rule_order" ON "reaction_rule" USING btree ("client_id","account_id","position");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "due_notice" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "reaction_firing" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "reaction_rule" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));