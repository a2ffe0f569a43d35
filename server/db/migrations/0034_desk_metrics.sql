CREATE TABLE "desk_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"bucket" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "desk_days_day_kind_by_bucket_pk" PRIMARY KEY("day","kind","by","bucket")
);
--> statement-breakpoint
CREATE TABLE "desk_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"left_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
-- Four buckets for each doubling of the time: a quantile is exact to about a tenth.
CREATE FUNCTION portreeve_desk_bucket(opened timestamp with time zone, ended timestamp with time zone) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT floor(4 * log(2, greatest(1, extract(epoch FROM ended - opened))::numeric))::smallint
$$;--> statement-breakpoint
CREATE FUNCTION portreeve_desk_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "desk_moves" ("kind", "opened_at", "by")
    SELECT "kind", "opened_at", coalesce(current_setting('portreeve.staff', true), '') FROM gone WHERE "version" > 0;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER desk_cases_left AFTER DELETE ON "desk_cases" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION portreeve_desk_left();--> statement-breakpoint
-- Adds cases that left to the days. Returns how many; two processes never take the same ones.
CREATE FUNCTION portreeve_desk_fold(most int) RETURNS int LANGUAGE sql AS $$
  WITH taken AS (
    DELETE FROM "desk_moves" WHERE "id" IN (SELECT "id" FROM "desk_moves" ORDER BY "id" LIMIT most FOR UPDATE SKIP LOCKED)
    RETURNING "kind", "opened_at", "left_at", "by"),
  figures AS (
    SELECT ("left_at" AT TIME ZONE 'UTC')::date AS day, "kind", "by", portreeve_desk_bucket("opened_at", "left_at") AS bucket, count(*)::int AS n
    FROM taken GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT ("opened_at" AT TIME ZONE 'UTC')::date, "kind", '', -1::smallint, count(*)::int FROM taken GROUP BY 1, 2),
  added AS (
    INSERT INTO "desk_days" ("day", "kind", "by", "bucket", "n") SELECT * FROM figures ORDER BY 1, 2, 3, 4
    ON CONFLICT ("day", "kind", "by", "bucket") DO UPDATE SET "n" = "desk_days"."n" + excluded."n")
  SELECT count(*)::int FROM taken
$$;
