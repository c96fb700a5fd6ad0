CREATE TABLE "content_brand" (
	"client_id" uuid NOT NULL,
	"brand" jsonb NOT NULL,
	"avoided_words" text[] DEFAULT '{}' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "content_brand_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "content_brand" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "picture" (
	"client_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "picture_client_id_digest_pk" PRIMARY KEY("client_id","digest")
);
--> statement-breakpoint
ALTER TABLE "picture" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shared_block" (
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"design" jsonb NOT NULL,
	"texts" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "shared_block_client_id_name_pk" PRIMARY KEY("client_id","name")
);
--> statement-breakpoint
ALTER TABLE "shared_block" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "template_bundle" ADD COLUMN "design" jsonb;--> statement-breakpoint
ALTER TABLE "template_bundle" ADD COLUMN "placeholder_context" text;--> statement-breakpoint
ALTER TABLE "template_bundle" ADD COLUMN "placeholder_supported_events" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "template_bundle" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "content_brand" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "picture" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "shared_block" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));