CREATE TABLE "outsourcing_config" (
	"client_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"frequency" jsonb NOT NULL,
	"outsource_method" text NOT NULL,
	"selection" jsonb NOT NULL,
	"note" text,
	"begins_on" date NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"running_for" timestamp (3) with time zone,
	"cursor" text,
	"last_at" timestamp (3) with time zone,
	"last_given" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "outsourcing_config_client_id_partner_id_pk" PRIMARY KEY("client_id","partner_id")
);
--> statement-breakpoint
ALTER TABLE "outsourcing_config" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "outsourcing_config" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));