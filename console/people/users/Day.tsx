import { daysAgo } from '../../format/days-ago.ts'
import { When } from '../../ui/When.tsx'

/** A day in the words of URP-13. */
export const Day = ({ value }: { value: string | null }) => <When value={value} write={daysAgo} />
