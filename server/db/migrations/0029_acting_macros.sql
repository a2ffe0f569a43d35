CREATE TABLE "inbox_drafts" (
	"conversation_id" text NOT NULL,
	"staff_uid" text NOT NULL,
	"text" text NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "inbox_drafts_conversation_id_staff_uid_pk" PRIMARY KEY("conversation_id","staff_uid")
);
--> statement-breakpoint
ALTER TABLE "macros" ADD COLUMN "actions" jsonb;--> statement-breakpoint
ALTER TABLE "inbox_drafts" ADD CONSTRAINT "inbox_drafts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_drafts" ADD CONSTRAINT "inbox_drafts_staff_uid_staff_uid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;