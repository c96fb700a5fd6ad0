CREATE TABLE "installation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"purpose" text NOT NULL,
	"release" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "installation_only" CHECK (is_only),
	CONSTRAINT "installation_purpose" CHECK (purpose in ('demo', 'test', 'live'))
);
--> statement-breakpoint
ALTER TABLE "installation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "everybody_reads" ON "installation" AS PERMISSIVE FOR SELECT TO "quittance_app", "quittance_identity" USING (true);