CREATE TABLE "identity_provider_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"sid" text,
	"refresh_token" text,
	"second_factor" boolean NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checking_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_roles" (
	"provider" text NOT NULL,
	"value" text NOT NULL,
	"role" text NOT NULL,
	"set_by" text NOT NULL,
	CONSTRAINT "provider_roles_provider_value_pk" PRIMARY KEY("provider","value")
);
--> statement-breakpoint
ALTER TABLE "identity_provider_sessions" ADD CONSTRAINT "identity_provider_sessions_session_id_identity_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."identity_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_roles" ADD CONSTRAINT "provider_roles_set_by_staff_uid_fk" FOREIGN KEY ("set_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_account_by" ON "identity_account" USING btree ("provider_id","account_id");