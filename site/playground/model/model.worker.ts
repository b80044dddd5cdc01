import { expose } from 'comlink'
import { keepErrorCodes } from '../../worker/failures.ts'
import { createModelSession } from './model-session.ts'

keepErrorCodes()
expose(createModelSession())
