import { testInbox } from '../../testing/inbox-random.ts'

// Without PostgreSQL one transaction runs at a time: fewer steps show as much there. 10,000 steps on PostgreSQL take three minutes.
testInbox(process.env.DATABASE_URL ? 4000 : 2000, 1_200_000)
