CREATE TABLE "account_label" (
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "account_label_client_id_kind_name_pk" PRIMARY KEY("client_id","kind","name")
);
--> statement-breakpoint
ALTER TABLE "account_label" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "account_label" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);