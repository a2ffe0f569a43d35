CREATE TABLE "email_template_versions" (
	"template_name" text NOT NULL,
	"version" integer NOT NULL,
	"subject_part" text,
	"text_part" text,
	"html_part" text,
	"saved_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"saved_by" text,
	CONSTRAINT "email_template_versions_template_name_version_pk" PRIMARY KEY("template_name","version")
);
--> statement-breakpoint
CREATE TABLE "email_variables" (
	"name" text PRIMARY KEY NOT NULL,
	"sample" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "macros" ADD COLUMN "uses" integer DEFAULT 0 NOT NULL;