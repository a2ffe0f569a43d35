import { useParams } from '@tanstack/react-router'
import { QuestionDetail } from './QuestionDetail.tsx'
import { QuestionList } from './QuestionList.tsx'

/** COM-01, COM-04: the list, or one post. The key remounts the page, so that no state of the previous post stays. */
export function QuestionsScreen() {
  const { id } = useParams({ from: '/shell/dashboard/community/$id' })
  return id === 'overview' ? <QuestionList /> : <QuestionDetail key={id} id={id} />
}
