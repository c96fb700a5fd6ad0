-- A reference as payers write it: in capitals, without what people and machines put between its characters.
CREATE FUNCTION plain_reference(reference text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select upper(translate(reference, ' -_/.,:;#+()*&|''"\', ''))
$$;--> statement-breakpoint
CREATE INDEX "account_plain_reference" ON "account" USING btree ("client_id",plain_reference(external_account_ref));--> statement-breakpoint
CREATE INDEX "claim_plain_reference" ON "claim" USING btree ("client_id",plain_reference(external_claim_ref));--> statement-breakpoint
CREATE INDEX "claim_plain_payment_reference" ON "claim" USING btree ("client_id",plain_reference(payment_reference)) WHERE payment_reference is not null;--> statement-breakpoint
CREATE INDEX "debtor_iban" ON "debtor" USING btree ("client_id","iban") WHERE iban is not null;--> statement-breakpoint
CREATE INDEX "bank_entry_payer" ON "bank_entry" USING btree ("client_id","counterparty_iban") WHERE status = 'booked' and account_id is not null;