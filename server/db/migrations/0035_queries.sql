-- A source's time, as server/marketplace/import/source-time.ts parses it; null for any other text. A failing cast would refuse the row. The function
-- counts as immutable: each text that it casts names its offset.
CREATE FUNCTION portreeve_time(source text) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  said text := upper(btrim(source));
BEGIN
  IF said !~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)? ?(Z|[+-](0[0-9]|1[0-4])(:?[0-5][0-9])?)?)?$'
    OR left(said, 4) = '0000' THEN
    RETURN NULL;
  END IF;
  -- 31 February is no day.
  IF substr(said, 9, 2) > '28'
    AND substr(said, 9, 2)::int > extract(day FROM make_date(left(said, 4)::int, substr(said, 6, 2)::int, 1) + interval '1 month - 1 day') THEN
    RETURN NULL;
  END IF;
  IF right(said, 1) = 'Z' OR said ~ '[T ].*[+-][0-9:]+$' THEN
    RETURN said::timestamptz;
  END IF;
  RETURN (said || ' UTC')::timestamptz;
END
$$;--> statement-breakpoint
DROP INDEX "users_blocked";--> statement-breakpoint
CREATE INDEX "users_by_country" ON "users" USING btree ("country_code","created_at_time" DESC NULLS LAST,"uid");--> statement-breakpoint
CREATE INDEX "users_by_activity" ON "users" USING btree (portreeve_time(last_active));--> statement-breakpoint
CREATE INDEX "users_with_store" ON "users" USING btree ("created_at_time" DESC NULLS LAST,"uid") WHERE store_behavior = 1;--> statement-breakpoint
CREATE INDEX "users_with_early_access" ON "users" USING btree ("created_at_time" DESC NULLS LAST,"uid") WHERE early_access = 1;--> statement-breakpoint
CREATE INDEX "transactions_by_carrier" ON "transactions" USING btree (lower(carrier),"purchase_date","id");--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("created_at_time" DESC NULLS LAST,"uid") WHERE is_banned;
