ALTER TABLE "pool_user" DROP COLUMN "failed_tries";--> statement-breakpoint
ALTER TABLE "pool_user" DROP COLUMN "locked_until";