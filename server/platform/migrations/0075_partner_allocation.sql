CREATE TABLE "partner_allocation" (
	"client_id" uuid NOT NULL,
	"allocation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"shares" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "partner_allocation_client_id_allocation_id_pk" PRIMARY KEY("client_id","allocation_id")
);
--> statement-breakpoint
ALTER TABLE "partner_allocation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_allocation_name" ON "partner_allocation" USING btree ("client_id",lower(name)) WHERE deleted_at is null;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_allocation" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));