-- A conversation of a staff account is assigned to them if they may answer (`inbox.write` in contract/base/rights.ts; a test compares the
-- two). Their row is locked first, so that a change of their role or state waits, and then releases it.
CREATE OR REPLACE FUNCTION portreeve_enter_inbox(ids text[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM "staff" s WHERE s."uid" IN (SELECT m."uid" FROM "conversation_members" m WHERE m."conversation_id" = ANY(ids))
    ORDER BY s."uid" FOR SHARE;
  INSERT INTO "conversation_states" ("conversation_id", "account", "assignee", "state", "reopen_after", "settled_until", "waiting_since", "date")
  SELECT DISTINCT ON (c."id") c."id", s."uid", CASE WHEN NOT s."disabled" AND s."role" IN ('admin', 'moderator', 'support') THEN s."uid" END,
    CASE WHEN c."date" < now() - interval '30 days' THEN 'closed' ELSE 'open' END,
    c."date", CASE WHEN c."date" < now() - interval '30 days' THEN c."date" END, portreeve_waiting_since(c."id"), c."date"
  FROM "conversations" c JOIN "conversation_members" m ON m."conversation_id" = c."id" JOIN "staff" s ON s."uid" = m."uid"
  WHERE c."id" = ANY(ids)
  ORDER BY c."id", s."shared" DESC, m."position"
  ON CONFLICT DO NOTHING;
  SELECT portreeve_renew_answers(ids)
$$;--> statement-breakpoint
-- The work of colleagues who left, or changed their role, before it was released.
UPDATE "conversation_states" SET "assignee" = NULL, "version" = "version" + 1 WHERE "state" <> 'closed'
  AND "assignee" IN (SELECT "uid" FROM "staff" WHERE "disabled" OR "role" = 'finance');--> statement-breakpoint
UPDATE "disputes" SET "assignee" = NULL WHERE "status" = 2
  AND "assignee" IN (SELECT "uid" FROM "staff" WHERE "disabled" OR "role" = 'moderator');--> statement-breakpoint
UPDATE "desk_cases" c SET "assignee" = NULL, "claimed_until" = NULL, "version" = c."version" + 1 FROM "staff" s
WHERE s."uid" = c."assignee" AND c."kind" NOT IN ('conversation', 'dispute') AND (s."disabled"
  OR (s."role" = 'moderator' AND c."kind" NOT IN ('user_reports', 'listing_reports', 'listing', 'promotion'))
  OR (s."role" = 'support' AND c."kind" NOT IN ('chargeback', 'fraud_warning', 'user_reports', 'listing_reports', 'label'))
  OR (s."role" = 'finance' AND c."kind" NOT IN ('chargeback', 'fraud_warning', 'approval', 'label', 'payout', 'difference')));--> statement-breakpoint
UPDATE "macros" SET "actions" = jsonb_set("actions", '{assign}', '"no_one"'), "version" = "version" + 1
WHERE "actions" -> 'assign' ->> 'uid' IN (SELECT "uid" FROM "staff" WHERE "disabled" OR "role" = 'finance');
