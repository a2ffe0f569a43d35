CREATE TABLE "inbox_changed_days" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inbox_changed_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"begins" timestamp(3) with time zone NOT NULL,
	"ends" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox_days" (
	"begins" timestamp(3) with time zone NOT NULL,
	"ends" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"seconds" "bytea" NOT NULL,
	CONSTRAINT "inbox_days_begins_ends_kind_by_pk" PRIMARY KEY("begins","ends","kind","by")
);
