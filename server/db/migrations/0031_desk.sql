CREATE TABLE "desk_cases" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"uid" text,
	"post_key" text,
	"transaction_id" text,
	"cents" bigint,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deadline_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"reports" integer DEFAULT 0 NOT NULL,
	"reporters" integer DEFAULT 0 NOT NULL,
	"handled" integer DEFAULT 0 NOT NULL,
	"upheld" integer DEFAULT 0 NOT NULL,
	"priority" smallint DEFAULT 0 NOT NULL,
	"about" text,
	"barred" text,
	"assignee" text,
	"claimed_until" timestamp(3) with time zone,
	"snoozed_until" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"deadline_points" smallint DEFAULT 0 NOT NULL,
	"money_points" smallint DEFAULT 0 NOT NULL,
	"reporters_points" smallint DEFAULT 0 NOT NULL,
	"reports_points" smallint DEFAULT 0 NOT NULL,
	"priority_points" smallint DEFAULT 0 NOT NULL,
	"waiting_points" smallint DEFAULT 0 NOT NULL,
	"score" integer GENERATED ALWAYS AS (deadline_points + money_points + reporters_points + reports_points + priority_points + waiting_points) STORED NOT NULL,
	"points_until" timestamp(3) with time zone,
	CONSTRAINT "desk_cases_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "desk_weights" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"deadline" smallint DEFAULT 40 NOT NULL,
	"deadline_hours" smallint DEFAULT 72 NOT NULL,
	"money" smallint DEFAULT 30 NOT NULL,
	"money_full" bigint DEFAULT 250000 NOT NULL,
	"reporters" smallint DEFAULT 15 NOT NULL,
	"reports" smallint DEFAULT 20 NOT NULL,
	"priority" smallint DEFAULT 30 NOT NULL,
	"waiting" smallint DEFAULT 20 NOT NULL,
	"waiting_days" smallint DEFAULT 7 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "desk_cases_best" ON "desk_cases" USING btree ("kind",score desc,"opened_at","id");--> statement-breakpoint
CREATE INDEX "desk_cases_assigned" ON "desk_cases" USING btree ("assignee") WHERE assignee is not null;--> statement-breakpoint
CREATE INDEX "desk_cases_snoozed" ON "desk_cases" USING btree ("kind","snoozed_until","id") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "desk_cases_of_transaction" ON "desk_cases" USING btree ("transaction_id") WHERE transaction_id is not null;--> statement-breakpoint
CREATE INDEX "desk_cases_due" ON "desk_cases" USING btree ("points_until") WHERE points_until is not null;--> statement-breakpoint
INSERT INTO "desk_weights" DEFAULT VALUES;--> statement-breakpoint
-- The points of a case at a time, and when they change next by themselves.
CREATE FUNCTION portreeve_desk_points(
  w "desk_weights", "at" timestamptz, deadline_at timestamptz, cents bigint, reports int, handled int, upheld int, priority int, opened_at timestamptz
) RETURNS TABLE (deadline_points int, money_points int, reporters_points int, reports_points int, priority_points int, waiting_points int, points_until timestamptz) LANGUAGE sql STABLE AS $$
  SELECT p.*, least(
      CASE WHEN p.deadline < w."deadline" THEN
        deadline_at - make_interval(secs => 3600.0 * w."deadline_hours" * (1 - (p.deadline + 1)::float8 / w."deadline")) END,
      CASE WHEN p.waiting < w."waiting" THEN
        opened_at + make_interval(secs => 86400.0 * w."waiting_days" * (p.waiting + 1)::float8 / w."waiting") END)
  FROM (SELECT
    floor(w."deadline" * greatest(0, least(1, 1 - coalesce(extract(epoch FROM deadline_at - "at")::float8 / 3600 / w."deadline_hours", 1))))::int,
    floor(w."money" * greatest(0, least(1, coalesce(cents, 0)::float8 / w."money_full")))::int,
    -- Fewer than three handled reports are no record yet.
    floor(w."reporters" * upheld::float8 / greatest(handled, 3))::int,
    floor(w."reports" * least(1, reports / 10.0::float8))::int,
    w."priority" * priority / 2,
    floor(w."waiting" * greatest(0, least(1, extract(epoch FROM "at" - opened_at)::float8 / 86400 / w."waiting_days")))::int
  ) p(deadline, money, reporters, of_reports, of_priority, waiting)
$$;--> statement-breakpoint
-- The earlier reports of some reporters, as the page of a reported person counts them: handled, and upheld.
CREATE FUNCTION portreeve_reporters_record(reporters text[]) RETURNS TABLE (handled int, upheld int) LANGUAGE sql STABLE AS $$
  SELECT count(*) FILTER (WHERE e.handled OR e.upheld)::int, count(*) FILTER (WHERE e.upheld)::int
  FROM unnest(reporters) AS b(uid) CROSS JOIN LATERAL (
    SELECT r."status" <> 'open' AS handled, EXISTS (
      SELECT FROM "ban_reasons" b WHERE b."uid" = r."reporting_uid" AND b."created_at" >= r."created_at") AS upheld
    FROM "user_reports" r WHERE r."reporter_uid" = b.uid
    UNION ALL
    SELECT r."status" <> 'open', coalesce((
      SELECT p."review_state" = 'denied' OR p."deleted_at" >= r."created_at" FROM "posts" p WHERE p."key" = r."post_key"), false)
    FROM "listing_reports" r WHERE r."reporter_uid" = b.uid) e
$$;--> statement-breakpoint
-- The open cases of each kind, read from their source: one view per kind, all with the same columns.
CREATE VIEW "desk_of_listing"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT "key" AS id, "creator_uid" AS uid, "key" AS post_key, NULL::text AS transaction_id, "price_as_smallest_currency_unit" AS cents,
    -- A listing that its seller changed after a decision waits since then. Without a time it is the oldest.
    coalesce(greatest("creation_date_time", "changed_at"), to_timestamp(0)) AS opened_at, NULL::timestamptz AS deadline_at,
    NULL::timestamptz AS ends_at, 0 AS reports, 0 AS reporters, 0 AS handled, 0 AS upheld, 0 AS priority,
    CASE WHEN "changed_at" IS NOT NULL THEN 'changed' END AS about, NULL::text AS barred, NULL::text AS assignee, NULL::timestamptz AS snoozed_until
  FROM "posts" WHERE "review_state" = 'pending' AND "deleted_at" IS NULL;--> statement-breakpoint
CREATE VIEW "desk_of_promotion"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT r."id", r."owner_uid", r."post_id", NULL::text, r."price", r."created_at", NULL::timestamptz, NULL::timestamptz, 0, 0, 0, 0, 0, NULL::text, NULL::text, NULL::text, NULL::timestamptz
  FROM "promoted_posts" r LEFT JOIN "posts" p ON p."key" = r."post_id"
  WHERE r."approval_status" = 1 AND (r."post_id" IS NULL OR p."deleted_at" IS NULL);--> statement-breakpoint
CREATE VIEW "desk_of_user_reports"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT g."reporting_uid" AS id, g."reporting_uid" AS uid, NULL::text AS post_key, NULL::text AS transaction_id, NULL::bigint AS cents, g.opened_at,
    NULL::timestamptz AS deadline_at, NULL::timestamptz AS ends_at, g.reports, g.reporters, rec.handled, rec.upheld, 0 AS priority,
    g.about, NULL::text AS barred, NULL::text AS assignee, NULL::timestamptz AS snoozed_until
  FROM (SELECT "reporting_uid", min("created_at") AS opened_at, count(*)::int AS reports, count(DISTINCT "reporter_uid")::int AS reporters,
      array_agg(DISTINCT "reporter_uid") FILTER (WHERE "reporter_uid" IS NOT NULL) AS "by",
      left(string_agg(DISTINCT "report_reason_id", ', ' ORDER BY "report_reason_id"), 500) AS about
    FROM "user_reports" WHERE "status" = 'open' GROUP BY "reporting_uid") g
  JOIN "users" u ON u."uid" = g."reporting_uid" AND u."deleted_at" IS NULL
  CROSS JOIN LATERAL portreeve_reporters_record(g."by") rec;--> statement-breakpoint
CREATE VIEW "desk_of_listing_reports"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT g."post_key" AS id, p."creator_uid" AS uid, g."post_key", NULL::text AS transaction_id, p."price_as_smallest_currency_unit" AS cents, g.opened_at,
    NULL::timestamptz AS deadline_at, NULL::timestamptz AS ends_at, g.reports, g.reporters, rec.handled, rec.upheld, 0 AS priority,
    g.about, NULL::text AS barred, NULL::text AS assignee, NULL::timestamptz AS snoozed_until
  FROM (SELECT "post_key", min("created_at") AS opened_at, count(*)::int AS reports, count(DISTINCT "reporter_uid")::int AS reporters,
      array_agg(DISTINCT "reporter_uid") FILTER (WHERE "reporter_uid" IS NOT NULL) AS "by",
      left(string_agg(DISTINCT "report_reason_id", ', ' ORDER BY "report_reason_id"), 500) AS about
    FROM "listing_reports" WHERE "status" = 'open' GROUP BY "post_key") g
  JOIN "posts" p ON p."key" = g."post_key" AND p."deleted_at" IS NULL
  CROSS JOIN LATERAL portreeve_reporters_record(g."by") rec;--> statement-breakpoint
CREATE VIEW "desk_of_dispute"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT d."id", d."creator_uid", NULL::text, d."transaction_id", t."price" + coalesce(t."shipping_cost", 0), d."created_at", d."deadline_at", NULL::timestamptz,
    0, 0, 0, 0, 0, CASE d."dispute_type" WHEN 1 THEN 'not as described' WHEN 2 THEN 'not received' END, NULL::text, d."assignee", NULL::timestamptz
  FROM "disputes" d JOIN "transactions" t ON t."id" = d."transaction_id" WHERE d."status" = 2;--> statement-breakpoint
-- Evidence that was sent, or is late, leaves nothing to decide.
CREATE VIEW "desk_of_chargeback"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT c."id", t."purchaser_uid", NULL::text, c."transaction_id", c."cents", c."created_at", c."evidence_due_at", c."evidence_due_at",
    0, 0, 0, 0, 0, c."reason", NULL::text, NULL::text, NULL::timestamptz
  FROM "chargebacks" c LEFT JOIN "transactions" t ON t."id" = c."transaction_id"
  WHERE c."closed_at" IS NULL AND c."submitted_at" IS NULL AND c."state" IN ('inquiry', 'needs_response');--> statement-breakpoint
-- A warning that no refund answered leaves after two weeks: no call dismisses it.
CREATE VIEW "desk_of_fraud_warning"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT f."id", t."purchaser_uid", NULL::text, f."transaction_id", t."price" + coalesce(t."shipping_cost", 0), f."created_at", NULL::timestamptz,
    f."created_at" + interval '14 days', 0, 0, 0, 0, 0, f."fraud_type", NULL::text, NULL::text, NULL::timestamptz
  FROM "fraud_warnings" f JOIN "transactions" t ON t."id" = f."transaction_id"
  WHERE f."actionable" AND coalesce(t."status", 0) NOT IN (3, 5)
    AND NOT EXISTS (SELECT FROM "chargebacks" c WHERE c."transaction_id" = f."transaction_id")
    AND t."price" + coalesce(t."shipping_cost", 0) > coalesce((SELECT sum(l."cents") FROM "ledger_entries" e JOIN "ledger_lines" l ON l."entry_id" = e."id"
      WHERE e."transaction_id" = f."transaction_id" AND l."account" IN ('refunded', 'charged_back')), 0);--> statement-breakpoint
CREATE VIEW "desk_of_approval"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT a."id", t."purchaser_uid", NULL::text, a."transaction_id", a."cents", a."asked_at", a."expires_at", a."expires_at",
    0, 0, 0, 0, 0, CASE WHEN a."requested" THEN 'requested ' ELSE '' END || a."kind", a."asked_by", NULL::text, NULL::timestamptz
  FROM "approvals" a JOIN "transactions" t ON t."id" = a."transaction_id" WHERE a."state" = 'asked';--> statement-breakpoint
CREATE VIEW "desk_of_conversation"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT s."conversation_id", (SELECT m."uid" FROM "conversation_members" m WHERE m."conversation_id" = s."conversation_id"
      AND NOT EXISTS (SELECT FROM "staff" f WHERE f."uid" = m."uid") ORDER BY m."position", m."uid" LIMIT 1),
    NULL::text, NULL::text, NULL::bigint, s."waiting_since", NULL::timestamptz, NULL::timestamptz, 0, 0, 0, 0,
    CASE s."priority" WHEN 'urgent' THEN 2 WHEN 'high' THEN 1 ELSE 0 END, NULL::text, NULL::text, s."assignee", s."snoozed_until"
  FROM "conversation_states" s WHERE s."waiting_since" IS NOT NULL AND s."state" <> 'closed';--> statement-breakpoint
-- Failed cancellations of labels, for two weeks: no call dismisses one.
CREATE VIEW "desk_of_label"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT l."id", t."seller_uid", NULL::text, l."transaction_id", o."cents", coalesce(o."settled_at", o."created_at"), NULL::timestamptz,
    coalesce(o."settled_at", o."created_at") + interval '14 days', 0, 0, 0, 0, 0, left(o."failure", 1000), NULL::text, NULL::text, NULL::timestamptz
  FROM "operations" o JOIN "ship_labels" l ON l."id" = o."details" ->> 'label' AND l."transaction_id" = o."subject_id"
  JOIN "transactions" t ON t."id" = l."transaction_id"
  WHERE o."kind" = 'label' AND o."subject_kind" = 'transaction' AND o."state" = 'failed' AND l."status" = 1
    AND NOT EXISTS (SELECT FROM "operations" n WHERE n."subject_kind" = 'transaction' AND n."subject_id" = o."subject_id" AND n."kind" = 'label'
      AND n."details" ->> 'label' = l."id" AND (n."created_at", n."id") > (o."created_at", o."id"));--> statement-breakpoint
CREATE VIEW "desk_of_payout"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT o."subject_id", t."seller_uid", NULL::text, o."subject_id", o."cents", coalesce(o."settled_at", o."created_at"), NULL::timestamptz, NULL::timestamptz,
    0, 0, 0, 0, 0, left(o."failure", 1000), NULL::text, NULL::text, NULL::timestamptz
  FROM "operations" o JOIN "transactions" t ON t."id" = o."subject_id"
  WHERE o."kind" = 'payout' AND o."subject_kind" = 'transaction' AND o."state" = 'failed'
    AND NOT EXISTS (SELECT FROM "operations" n WHERE n."subject_kind" = 'transaction' AND n."subject_id" = o."subject_id" AND n."kind" = 'payout'
      AND (n."created_at", n."id") > (o."created_at", o."id"));--> statement-breakpoint
CREATE VIEW "desk_of_difference"(id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about, barred, assignee, snoozed_until) AS
  SELECT d."id", t."seller_uid", NULL::text, d."transaction_id", abs(coalesce(d."ledger_cents", 0) - coalesce(d."provider_cents", 0)), d."at",
    NULL::timestamptz, NULL::timestamptz, 0, 0, 0, 0, 0, d."kind", NULL::text, NULL::text, NULL::timestamptz
  FROM "ledger_differences" d LEFT JOIN "transactions" t ON t."id" = d."transaction_id" WHERE d."state" = 'open';--> statement-breakpoint
-- Brings some cases of a kind up to date with their sources, and publishes that they changed.
CREATE FUNCTION portreeve_desk_refresh(which text, given text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE ids text[] := array(SELECT DISTINCT i FROM unnest(given) i WHERE i IS NOT NULL ORDER BY i); changed int; one text;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  -- First the rows and their locks, then a statement that reads the sources anew: of two changes of one case at the same
  -- time, the second one sees the first. Version 0 marks a row without content.
  EXECUTE format('INSERT INTO "desk_cases" ("kind", "id", "version") SELECT %L, id, 0 FROM %I WHERE id = ANY($1) ORDER BY id ON CONFLICT DO NOTHING',
    which, 'desk_of_' || which) USING ids;
  PERFORM FROM "desk_cases" WHERE "kind" = which AND "id" = ANY(ids) ORDER BY "id" FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  EXECUTE format($q$
    WITH source AS MATERIALIZED (SELECT * FROM %1$I WHERE id = ANY($1)),
    gone AS (
      DELETE FROM "desk_cases" c WHERE c."kind" = %2$L AND c."id" = ANY($1) AND NOT EXISTS (SELECT FROM source s WHERE s.id = c."id")
      RETURNING c."id"),
    written AS (
      UPDATE "desk_cases" c SET "uid" = s.uid, "post_key" = s.post_key, "transaction_id" = s.transaction_id, "cents" = s.cents, "opened_at" = s.opened_at, "deadline_at" = s.deadline_at, "ends_at" = s.ends_at, "reports" = s.reports, "reporters" = s.reporters, "handled" = s.handled, "upheld" = s.upheld, "priority" = s.priority, "about" = s.about, "barred" = s.barred,
        "assignee" = CASE WHEN %3$L THEN s.assignee ELSE c."assignee" END,
        "snoozed_until" = CASE WHEN %4$L THEN s.snoozed_until ELSE c."snoozed_until" END,
        "version" = c."version" + CASE WHEN c."version" = 0 OR (%3$L AND s.assignee IS DISTINCT FROM c."assignee")
          OR (%4$L AND s.snoozed_until IS DISTINCT FROM c."snoozed_until") THEN 1 ELSE 0 END,
        "deadline_points" = s.deadline_points, "money_points" = s.money_points, "reporters_points" = s.reporters_points, "reports_points" = s.reports_points, "priority_points" = s.priority_points, "waiting_points" = s.waiting_points, "points_until" = s.points_until
      FROM (SELECT source.*, p.* FROM source CROSS JOIN "desk_weights" w CROSS JOIN LATERAL portreeve_desk_points(
        w, now(), source.deadline_at, source.cents, source.reports, source.handled, source.upheld, source.priority, source.opened_at) p) s
      WHERE c."kind" = %2$L AND c."id" = s.id AND (c."version" = 0
        OR (%3$L AND s.assignee IS DISTINCT FROM c."assignee") OR (%4$L AND s.snoozed_until IS DISTINCT FROM c."snoozed_until")
        OR (s.uid, s.post_key, s.transaction_id, s.cents, s.opened_at, s.deadline_at, s.ends_at, s.reports, s.reporters, s.handled, s.upheld, s.priority, s.about, s.barred)
          IS DISTINCT FROM (c."uid", c."post_key", c."transaction_id", c."cents", c."opened_at", c."deadline_at", c."ends_at", c."reports", c."reporters", c."handled", c."upheld", c."priority", c."about", c."barred"))
      RETURNING c."id")
    SELECT count(*)::int, min(id) FROM (SELECT "id" AS id FROM gone UNION ALL SELECT "id" FROM written) every
  $q$, 'desk_of_' || which, which, which IN ('conversation', 'dispute'), which = 'conversation') INTO changed, one USING ids;
  IF changed = 0 THEN RETURN; END IF;
  INSERT INTO "live_events" ("topic", "payload", "until") VALUES
    ('desk', jsonb_build_object('kind', which, 'id', CASE WHEN changed = 1 THEN one END), now() + interval '60 seconds');
  PERFORM pg_notify('portreeve_live', '');
END
$$;--> statement-breakpoint
-- The cases about which some reporters have open reports: their record has changed.
CREATE FUNCTION portreeve_desk_of_reporters(reporters text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(reporters) = 0 THEN RETURN; END IF;
  PERFORM portreeve_desk_refresh('user_reports',
    array(SELECT "reporting_uid" FROM "user_reports" WHERE "status" = 'open' AND "reporter_uid" = ANY(reporters)));
  PERFORM portreeve_desk_refresh('listing_reports',
    array(SELECT "post_key" FROM "listing_reports" WHERE "status" = 'open' AND "reporter_uid" = ANY(reporters)));
END
$$;--> statement-breakpoint
-- Of a trigger: its first argument is the kind, or 'reporters'; its second one selects ids from `rows`, all old and new rows,
-- or from `was` and `became`.
CREATE FUNCTION portreeve_desk_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids text[];
BEGIN
  EXECUTE CASE TG_OP WHEN 'INSERT' THEN 'WITH rows AS (SELECT * FROM became) '
      WHEN 'DELETE' THEN 'WITH rows AS (SELECT * FROM was) '
      ELSE 'WITH rows AS (SELECT * FROM was UNION ALL SELECT * FROM became) ' END
    || 'SELECT array(' || TG_ARGV[1] || ')' INTO ids;
  IF TG_ARGV[0] = 'reporters' THEN PERFORM portreeve_desk_of_reporters(ids);
  ELSE PERFORM portreeve_desk_refresh(TG_ARGV[0], ids);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
DO $do$
DECLARE t record; op text;
BEGIN
  FOR t IN SELECT row_number() OVER () AS n, v.* FROM (VALUES
    ('posts', 'insert update delete', 'listing', $q$SELECT "key" FROM rows WHERE "review_state" = 'pending' AND "deleted_at" IS NULL$q$),
    ('posts', 'update', 'listing_reports', $q$SELECT r."post_key" FROM became b JOIN was a ON a."key" = b."key" JOIN "listing_reports" r ON r."post_key" = b."key" AND r."status" = 'open'
      WHERE (a."price_as_smallest_currency_unit", a."creator_uid", a."deleted_at") IS DISTINCT FROM (b."price_as_smallest_currency_unit", b."creator_uid", b."deleted_at")$q$),
    ('posts', 'update', 'promotion', $q$SELECT p."id" FROM became b JOIN was a ON a."key" = b."key" JOIN "promoted_posts" p ON p."post_id" = b."key" AND p."approval_status" = 1
      WHERE a."deleted_at" IS DISTINCT FROM b."deleted_at"$q$),
    ('posts', 'update', 'reporters', $q$SELECT r."reporter_uid" FROM became b JOIN was a ON a."key" = b."key" JOIN "listing_reports" r ON r."post_key" = b."key" AND r."reporter_uid" IS NOT NULL
      WHERE (a."review_state" = 'denied', a."deleted_at") IS DISTINCT FROM (b."review_state" = 'denied', b."deleted_at")$q$),
    ('promoted_posts', 'insert update delete', 'promotion', $q$SELECT "id" FROM rows WHERE "approval_status" = 1$q$),
    ('user_reports', 'insert update delete', 'user_reports', $q$SELECT "reporting_uid" FROM rows WHERE "status" = 'open'$q$),
    ('user_reports', 'update delete', 'reporters', $q$SELECT "reporter_uid" FROM rows WHERE "reporter_uid" IS NOT NULL$q$),
    -- A new report adds to the record of its reporter only if it comes with its outcome.
    ('user_reports', 'insert', 'reporters', $q$SELECT r."reporter_uid" FROM rows r WHERE r."reporter_uid" IS NOT NULL
      AND (r."status" <> 'open' OR EXISTS (SELECT FROM "ban_reasons" b WHERE b."uid" = r."reporting_uid" AND b."created_at" >= r."created_at"))$q$),
    ('listing_reports', 'insert update delete', 'listing_reports', $q$SELECT "post_key" FROM rows WHERE "status" = 'open'$q$),
    ('listing_reports', 'update delete', 'reporters', $q$SELECT "reporter_uid" FROM rows WHERE "reporter_uid" IS NOT NULL$q$),
    ('listing_reports', 'insert', 'reporters', $q$SELECT r."reporter_uid" FROM rows r WHERE r."reporter_uid" IS NOT NULL
      AND (r."status" <> 'open' OR EXISTS (SELECT FROM "posts" p WHERE p."key" = r."post_key" AND (p."review_state" = 'denied' OR p."deleted_at" >= r."created_at")))$q$),
    ('ban_reasons', 'insert update delete', 'reporters', $q$SELECT r."reporter_uid" FROM "user_reports" r WHERE r."reporting_uid" IN (SELECT "uid" FROM rows) AND r."reporter_uid" IS NOT NULL$q$),
    ('users', 'update', 'user_reports', $q$SELECT b."uid" FROM became b JOIN was a ON a."uid" = b."uid" WHERE a."deleted_at" IS DISTINCT FROM b."deleted_at"$q$),
    ('disputes', 'insert update delete', 'dispute', $q$SELECT "id" FROM rows WHERE "status" = 2$q$),
    ('chargebacks', 'insert update delete', 'chargeback', $q$SELECT "id" FROM rows$q$),
    ('chargebacks', 'insert update delete', 'fraud_warning', $q$SELECT f."id" FROM rows r JOIN "fraud_warnings" f ON f."transaction_id" = r."transaction_id"$q$),
    ('fraud_warnings', 'insert update delete', 'fraud_warning', $q$SELECT "id" FROM rows$q$),
    ('ledger_lines', 'insert', 'fraud_warning', $q$SELECT f."id" FROM rows r JOIN "ledger_entries" e ON e."id" = r."entry_id" JOIN "fraud_warnings" f ON f."transaction_id" = e."transaction_id"
      WHERE r."account" IN ('refunded', 'charged_back')$q$),
    ('transactions', 'update', 'fraud_warning', $q$SELECT f."id" FROM rows r JOIN "fraud_warnings" f ON f."transaction_id" = r."id"$q$),
    ('approvals', 'insert update delete', 'approval', $q$SELECT "id" FROM rows WHERE "state" = 'asked'$q$),
    ('conversation_states', 'insert update delete', 'conversation', $q$SELECT "conversation_id" FROM rows WHERE "waiting_since" IS NOT NULL AND "state" <> 'closed'$q$),
    ('conversation_members', 'insert delete', 'conversation', $q$SELECT r."conversation_id" FROM rows r JOIN "desk_cases" c ON c."kind" = 'conversation' AND c."id" = r."conversation_id"$q$),
    ('operations', 'insert update delete', 'label', $q$SELECT "details" ->> 'label' FROM rows WHERE "kind" = 'label'$q$),
    ('operations', 'insert update delete', 'payout', $q$SELECT "subject_id" FROM rows WHERE "kind" = 'payout'$q$),
    ('ship_labels', 'update delete', 'label', $q$SELECT c."id" FROM rows r JOIN "desk_cases" c ON c."kind" = 'label' AND c."id" = r."id"$q$),
    ('ledger_differences', 'insert update delete', 'difference', $q$SELECT "id" FROM rows WHERE "state" = 'open'$q$)
    ) v(source, events, kind, query)
    -- A transaction's price, buyer or seller is part of its open cases.
    UNION ALL SELECT 100 + row_number() OVER (), 'transactions', 'update', k, format(
      $q$SELECT c."id" FROM became b JOIN was a ON a."id" = b."id" JOIN "desk_cases" c ON c."transaction_id" = b."id" AND c."kind" = %L
        WHERE (a."price", a."shipping_cost", a."seller_uid", a."purchaser_uid") IS DISTINCT FROM (b."price", b."shipping_cost", b."seller_uid", b."purchaser_uid")$q$, k)
      FROM unnest(ARRAY['dispute', 'chargeback', 'approval', 'label', 'payout', 'difference']) k
  LOOP
    FOREACH op IN ARRAY string_to_array(t.events, ' ') LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION portreeve_desk_changed(%L, %L)',
        'desk_' || t.n || '_' || op, op, t.source,
        CASE op WHEN 'insert' THEN 'NEW TABLE AS became' WHEN 'delete' THEN 'OLD TABLE AS was' ELSE 'OLD TABLE AS was NEW TABLE AS became' END,
        t.kind, t.query);
    END LOOP;
  END LOOP;
END
$do$;--> statement-breakpoint
-- Writes all cases anew. Assignee, claim and snooze of those that stay open are kept.
CREATE FUNCTION portreeve_desk_rebuild() RETURNS void LANGUAGE plpgsql AS $$
DECLARE which text; ids text[];
BEGIN
  FOREACH which IN ARRAY ARRAY['chargeback', 'dispute', 'fraud_warning', 'approval', 'user_reports', 'listing_reports', 'conversation', 'listing', 'promotion', 'label', 'payout', 'difference'] LOOP
    EXECUTE format('SELECT array(SELECT id FROM %I UNION SELECT "id" FROM "desk_cases" WHERE "kind" = %L)', 'desk_of_' || which, which) INTO ids;
    PERFORM portreeve_desk_refresh(which, ids);
  END LOOP;
END
$$;--> statement-breakpoint
-- Computes points anew: those of all cases, or those that have changed by time; at most `most` cases.
CREATE FUNCTION portreeve_desk_score(every_case boolean, most int) RETURNS int LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT "kind", "id" FROM "desk_cases" WHERE every_case OR "points_until" <= now() LIMIT most FOR UPDATE SKIP LOCKED),
  written AS (
    UPDATE "desk_cases" c SET "deadline_points" = p.deadline_points, "money_points" = p.money_points, "reporters_points" = p.reporters_points, "reports_points" = p.reports_points, "priority_points" = p.priority_points, "waiting_points" = p.waiting_points, "points_until" = p.points_until
    FROM due JOIN "desk_cases" s ON s."kind" = due."kind" AND s."id" = due."id" CROSS JOIN "desk_weights" w CROSS JOIN LATERAL portreeve_desk_points(
      w, now(), s."deadline_at", s."cents", s."reports", s."handled", s."upheld", s."priority", s."opened_at") p
    WHERE c."kind" = due."kind" AND c."id" = due."id" RETURNING 1)
  SELECT count(*)::int FROM written
$$;--> statement-breakpoint
SELECT portreeve_desk_rebuild();--> statement-breakpoint
ANALYZE "desk_cases";
