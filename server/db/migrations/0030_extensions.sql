CREATE TABLE "extensions" (
	"type" text NOT NULL,
	"name" text NOT NULL,
	"declared" jsonb NOT NULL,
	"secret" text,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "extensions_type_name_pk" PRIMARY KEY("type","name")
);
