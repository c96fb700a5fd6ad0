ALTER TABLE "client" ADD COLUMN "restrict_creation_of_promise_to_pay_after_days" integer;--> statement-breakpoint
ALTER TABLE "instalments_plan" ADD COLUMN "paid_before" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promise_to_pay" ADD COLUMN "paid_before" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promise_to_pay" ADD COLUMN "paid_amount" bigint DEFAULT 0 NOT NULL;