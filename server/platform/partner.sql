-- Run as the owner after database.sql; each statement can run again.
-- Partners' people have a login of their own, which sees what is listed here and nothing else: rows of accounts of which a claim is with their
-- partner now, what is about themselves, and those settings of the client that work on accounts reads. A table that a later release adds is
-- closed to them unless it has a column account_id or partner_id.
-- What stands on the views of database.sql goes before those are made anew.
create schema if not exists partner_reach;
do $$
declare
  t record;
  mine constant text := $q$client_id = (select nullif(current_setting('app.client_id', true), '')::uuid)$q$;
  me constant text := $q$(select nullif(current_setting('app.user_id', true), '')::uuid)$q$;
  theirs constant text := $q$partner_id = any((select string_to_array(nullif(current_setting('app.partner_ids', true), ''), ',')::uuid[])::uuid[])$q$;
  -- claim_assignment has a policy of its own, so only what is with their partner is found there.
  given constant text := $q$exists (select from public.claim_assignment r where r.client_id = %1$I.client_id and r.account_id = %1$I.account_id and r.ended_at is null)$q$;
  settings constant text[] := array['account_widget_grid', 'bank_account', 'call_script', 'client', 'client_domain', 'client_key', 'client_role',
    'client_schedule', 'client_user', 'contact_setting', 'content_brand', 'custom_trigger', 'decision_tree', 'decision_tree_version',
    'delivery_health', 'event_follower', 'finance_setting', 'global_placeholders', 'landing_page', 'landing_page_version', 'metadata_schema',
    'payment_provider_setting', 'picture', 'portal_setting', 'retention_rule', 'shared_block', 'strategy_blueprint', 'strategy_version',
    'task_group', 'task_topic', 'template_bundle', 'whatsapp_approval', 'workflow_blueprint', 'workflow_blueprint_version'];
  -- What has an account or a partner and is none of theirs all the same.
  closed constant text[] := array['api_key', 'landing_page_shown', 'landing_page_shown_look', 'print_batch_letter', 
    'webhook_attempt', 'webhook_delivery', 'outsourcing_config', 'partner_exchange', 'partner_remote_file', 'api_proposal'];
  seen text;
  written text;
  rights text;
begin
  for t in
    select c.oid, c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped) as has_account,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'partner_id' and not a.attisdropped) as has_partner
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and c.relname not like 'pool\_%'
  loop
    written := null;
    if t.name = any(closed) then
      continue;
    elsif t.name = 'event' then
      seen := format('case when account_id is null then actor_id = %s::text else %s end', me, format(given, t.name));
      written := format('case when account_id is null then true else %s end', format(given, t.name));
      rights := 'select, insert';
    elsif t.name = 'outbox' then
      seen := format(given, t.name);
      written := format('case when account_id is null then true else %s end', seen);
      rights := 'select, insert, update';
    elsif t.name = 'notification' then
      seen := format('recipient_id = %s', me);
      written := 'true';
      rights := 'select, insert, update';
    elsif t.name = 'saved_view' then
      seen := format('user_id = %s', me);
      rights := 'select, insert, update, delete';
      drop policy if exists partner_shared on saved_view;
      execute format('create policy partner_shared on saved_view for select to quittance_partner using (%s and is_shared)', mine);
    elsif t.name = 'account_label' then
      -- Products and portfolios of what is with the partner; claim's own policy says what that is.
      seen := format($q$(kind = 'product' and name in (select c.product_name from public.claim c where c.%1$s))
        or (kind = 'portfolio' and name in (select c.external_portfolio_ref from public.claim c where c.%1$s))$q$, mine);
      written := 'true';
      rights := 'select, insert';
    elsif t.name = 'reaction_rule' then
      seen := format('case when account_id is null then true else %s end', format(given, t.name));
      rights := 'select';
    elsif t.name = 'instalment' then
      -- The plan's own policy says whether it is seen.
      seen := 'exists (select from public.instalments_plan p where p.client_id = instalment.client_id and p.instalments_plan_id = instalment.instalments_plan_id)';
      rights := 'select, insert, update, delete';
    elsif t.name in ('bank_entry', 'unmatched_message') then
      seen := format(given, t.name);
      rights := 'select';
    elsif t.name in ('ledger_entry', 'communication_resolution') then
      seen := format(given, t.name);
      rights := 'select, insert';
    elsif t.name = 'api_answer' then
      -- A partner's own key is told again what it was answered.
      seen := format('key_id = %s', me);
      rights := 'select, insert, update';
    elsif t.name = 'partner_return' then
      -- What a partner's own key hands in is as it came: reading, checking and booking it is the product's.
      seen := theirs;
      written := format($q$%s and source = 'partner' and status = 'uploaded' and mapping is null and booked_by is null and started_at is null$q$, theirs);
      rights := 'select, insert';
    elsif t.has_partner then
      seen := theirs;
      rights := 'select';
    elsif t.has_account then
      seen := format(given, t.name);
      rights := 'select, insert, update, delete';
    elsif t.name = any(settings) then
      seen := 'true';
      rights := 'select';
    else
      continue;
    end if;
    execute format('grant %s on %I to quittance_partner', rights, t.name);
    execute format('drop policy if exists partner_reach on %I', t.name);
    execute format('create policy partner_reach on %I to quittance_partner using (%s and (%s)) with check (%s and (%s))',
      t.name, mine, seen, mine, coalesce(written, seen));
  end loop;
  -- When they were last there, and whether they take calls.
  grant update (last_online, availability) on client_user to quittance_partner;
  drop policy partner_reach on client_user;
  execute format('create policy partner_reach on client_user for select to quittance_partner using (%s)', mine);
  drop policy if exists partner_self on client_user;
  execute format('create policy partner_self on client_user for update to quittance_partner using (%s and user_id = %s)', mine, me);
  -- A claim that is paid off by what they do is with their partner no longer.
  grant update (status, amount, updated_at, ended_at, end_note) on claim_assignment to quittance_partner;
  drop policy partner_reach on claim_assignment;
  execute format('create policy partner_reach on claim_assignment for select to quittance_partner using (%s and %s)', mine, theirs);
  drop policy if exists partner_end on claim_assignment;
  execute format('create policy partner_end on claim_assignment for update to quittance_partner using (%1$s and %2$s and ended_at is null) with check (%1$s and %2$s)',
    mine, theirs);
  -- A partner's own key fetches and acknowledges its files.
  grant update (status, fetched_at, acknowledged_at, acknowledged_with, acknowledge_note) on partner_file to quittance_partner;
  grant select on installation to quittance_partner;
  drop policy if exists partner_reach on installation;
  create policy partner_reach on installation for select to quittance_partner using (true);
end $$;

grant usage on schema public, published, partner_reach to quittance_partner;
grant select on all tables in schema published to quittance_partner;
alter default privileges in schema published grant select on tables to quittance_partner;
-- Statements name what they read without its schema: partners' people find these first (logins.ts). As in database.sql, what search reads
-- reaches the indexes; it begins with what is with the partner.
grant select on claim_assignment to quittance_search;
drop policy if exists search on claim_assignment;
create policy search on claim_assignment for select to quittance_search using (true);
grant usage, create on schema partner_reach to quittance_search;
set local role quittance_search;
create view partner_reach.searchable_account as
  select a.* from public.searchable_account a where a.account_id in (
    select r.account_id from public.claim_assignment r where r.client_id = (select nullif(current_setting('app.client_id', true), '')::uuid)
      and r.partner_id = any((select string_to_array(nullif(current_setting('app.partner_ids', true), ''), ',')::uuid[])::uuid[]) and r.ended_at is null);
create view partner_reach.searchable_claim as
  select c.* from public.searchable_claim c where c.account_id in (
    select r.account_id from public.claim_assignment r where r.client_id = (select nullif(current_setting('app.client_id', true), '')::uuid)
      and r.partner_id = any((select string_to_array(nullif(current_setting('app.partner_ids', true), ''), ',')::uuid[])::uuid[]) and r.ended_at is null);
revoke all on partner_reach.searchable_account, partner_reach.searchable_claim from public;
grant select on partner_reach.searchable_account, partner_reach.searchable_claim to quittance_partner;
reset role;
revoke create on schema partner_reach from quittance_search;

grant execute on function enqueue_job(text, json, text, timestamptz, text), settle_search_words() to quittance_partner;
