import * as accountPeople from '@riftline/account/people'
import * as client from '@riftline/client'
import * as core from '@riftline/core'
import * as coreCalibration from '@riftline/core/calibration'
import * as coreMarket from '@riftline/core/market'
import * as coreMetrics from '@riftline/core/metrics'
import * as coreNode from '@riftline/core/node'
import * as coreTrees from '@riftline/core/trees'
import * as ledger from '@riftline/ledger'
import * as ledgerFile from '@riftline/ledger/file'
import * as ledgerPostgres from '@riftline/ledger/postgres'
import * as pipeline from '@riftline/pipeline'
import * as pipelineSvg from '@riftline/pipeline/svg'
import * as server from '@riftline/server'
import * as serverDocs from '@riftline/server/docs'
import * as serverOpenApi from '@riftline/server/openapi'
import * as sources from '@riftline/sources'
import * as cli from 'riftline'
import { expect, it } from 'vitest'

// What users can name. A change here is a change for them: run this project with -u and write a line in CHANGELOG.md.
const namesOf = (module: object): string => Object.keys(module).sort().join('\n')

it('@riftline/core exports these values', () => {
  expect(namesOf(core)).toMatchInlineSnapshot(`
    "ArtifactError
    RiftlineError
    accuracy
    activeMs
    addPlayed
    americanToDecimal
    anchor
    arePlausible
    artifactSteps
    baseModels
    baseWeights
    bettingTable
    bettingYield
    brierDecomposition
    brierScore
    byAnyId
    byStartAndTeams
    calibrate
    calibrationErrorBand
    calibrationSlope
    closingLineValue
    clusteredDifference
    clusteredMean
    compileEnsemble
    consensusTable
    consensusWeights
    corpDecomposition
    corpReliability
    createBlender
    createCatalogueIndex
    createForecastState
    createMember
    createMembers
    createPredictor
    dataAgeDays
    dayMs
    dayOf
    decidedWinner
    describeTeams
    detailsSteps
    devig
    didYouMean
    dieboldMariano
    draftOffset
    edge
    effectiveSize
    emptyPlayerDetail
    emptyTeamDetail
    emptyTournamentDetail
    evaluateCurve
    expectedCalibrationError
    expectedValue
    fading
    featureNames
    featureSources
    features
    finalWeights
    findChampion
    findLeague
    findPlayers
    findStatedLeague
    findStatedTeams
    findTeams
    findTournaments
    firstDayOfWindow
    fitAnchorHierarchy
    fitAnchorWeight
    fitCalibration
    fitCalibrationHierarchy
    fitLogitSlope
    fitShrunkCalibration
    fold
    foldPcaSweep
    foldToFavourite
    fractionalToDecimal
    highestOdds
    implausible
    impliedOdds
    interpolate
    invalidArgument
    isActive
    isSameName
    isotonicRegression
    joinMeetings
    joinWins
    kellyFraction
    kellyGrowth
    knownName
    leagueName
    loadEnsemble
    logLoss
    logit
    manyMemberChances
    marketsRequestJsonSchema
    maximumCalibrationError
    memberChances
    mirrored
    modelNames
    modelPath
    monthOf
    nearestChampions
    nearestLeagues
    nearestNames
    nearestPlayers
    nearestTeams
    nearestTournaments
    nearestWords
    pairedDifference
    parseArtifacts
    parseDetails
    parseFasttree
    parseLightgbm
    parseLightgbmText
    parseManifest
    parseMarketsRequest
    parseMlnetZip
    parsePcaSweep
    parsePredictRequest
    parsePredictorArtifacts
    parseSchedule
    parseUtc
    pickRoles
    pool
    predictRequestJsonSchema
    predictorFiles
    prepareConsensus
    recencyWeights
    reliabilityCurve
    requireAbove
    requireArrayLike
    requireLength
    requireNumbers
    requireOneOf
    requireOptions
    requirePlausible
    requireProbabilities
    requireRecord
    requireWeights
    requireWhole
    resolveMarkets
    resolveMatchup
    resolveTeam
    roiTilt
    saveEnsemble
    secondTeamWords
    seededRandom
    selectAnchor
    selectCalibration
    seriesFeatures
    seriesMarkets
    seriesProbability
    seriesToCome
    setPublishedKills
    settle
    settledMs
    shrinkToParent
    sigmoid
    spiegelhalterTest
    spiegelhalterZ
    stageNames
    takeOdds
    takerFee
    teamNameFault
    toStatistics
    toUtc
    vennAbers
    withoutBrackets
    writeBlend
    writeCatalogue
    writeDetails
    writeSnapshot
    yearOf"
  `)
})

it('@riftline/core/trees exports these values', () => {
  expect(namesOf(coreTrees)).toMatchInlineSnapshot(`
    "ArtifactError
    RiftlineError
    compileEnsemble
    loadEnsemble
    logit
    parseFasttree
    parseLightgbm
    parseLightgbmText
    parseMlnetZip
    saveEnsemble"
  `)
})

it('@riftline/core/calibration exports these values', () => {
  expect(namesOf(coreCalibration)).toMatchInlineSnapshot(`
    "RiftlineError
    calibrate
    effectiveSize
    evaluateCurve
    fitCalibration
    fitCalibrationHierarchy
    fitLogitSlope
    fitShrunkCalibration
    interpolate
    isotonicRegression
    recencyWeights
    selectCalibration
    vennAbers"
  `)
})

it('@riftline/core/market exports these values', () => {
  expect(namesOf(coreMarket)).toMatchInlineSnapshot(`
    "RiftlineError
    americanToDecimal
    anchor
    arePlausible
    bettingTable
    bettingYield
    closingLineValue
    devig
    edge
    expectedValue
    fitAnchorHierarchy
    fitAnchorWeight
    fractionalToDecimal
    highestOdds
    implausible
    impliedOdds
    kellyFraction
    kellyGrowth
    requirePlausible
    selectAnchor
    seriesMarkets
    takeOdds
    takerFee"
  `)
})

it('@riftline/core/metrics exports these values', () => {
  expect(namesOf(coreMetrics)).toMatchInlineSnapshot(`
    "RiftlineError
    accuracy
    brierDecomposition
    brierScore
    calibrationErrorBand
    calibrationSlope
    clusteredDifference
    clusteredMean
    corpDecomposition
    corpReliability
    dieboldMariano
    expectedCalibrationError
    foldToFavourite
    logLoss
    maximumCalibrationError
    pairedDifference
    reliabilityCurve
    spiegelhalterTest
    spiegelhalterZ"
  `)
})

it('@riftline/core/node exports these values', () => {
  expect(namesOf(coreNode)).toMatchInlineSnapshot(`
    "createScoringPool
    findArtifacts
    loadArtifacts
    loadCatalogue
    loadPredictorArtifacts
    readArtifactFiles"
  `)
})

it('@riftline/ledger exports these values', () => {
  expect(namesOf(ledger)).toMatchInlineSnapshot(`
    "StorageError
    counters
    createMemoryStore
    createSerial
    createTotals
    differences
    errorFields
    exportLedger
    histograms
    ledgerContent
    noMetrics
    parseExport
    randomBase62
    silentLog
    systemClock
    systemRandomBytes
    systemTimers
    toBase62
    toUtc"
  `)
})

it('@riftline/ledger/file exports these values', () => {
  expect(namesOf(ledgerFile)).toMatchInlineSnapshot(`
    "becomeIdleTask
    crc32
    createIsBusy
    importIntoFiles
    isMissing
    isStarved
    nodeFs
    openFileStore
    readAccounts
    readCoreTime
    readLedger
    replaceFile
    startWorker
    unlinkIfThere
    verifyLedger
    writeFully
    writePieces"
  `)
})

it('@riftline/ledger/postgres exports these values', () => {
  expect(namesOf(ledgerPostgres)).toMatchInlineSnapshot(`
    "createCollector
    databaseContent
    importIntoDatabase
    openDatabase
    openPostgresStore
    prepareDatabase
    verifyPostgresLedger"
  `)
})

it('@riftline/sources exports these values', () => {
  expect(namesOf(sources)).toMatchInlineSnapshot(`
    "SourceError
    captureOdds
    createSourceClient
    defaultSourceSettings
    fetchOraclesElixir
    marketSources
    openOddsFeed
    parseDuration
    parseNames
    parseSourceCredentials
    parseSourceSettings
    readKalshi
    readLeaguepedia
    readLolesports
    readPolymarket
    sourceVariables"
  `)
})

it('@riftline/pipeline exports these values', () => {
  expect(namesOf(pipeline)).toMatchInlineSnapshot(`
    "averagePcaSweep
    buildArtifacts
    buildCatalogue
    climbLadder
    crossValidatePcaSweep
    evaluateForecasts
    evaluateHistory
    fitPcaSweep
    predictionLines
    readHistory
    readOwnAliases
    readSchedule
    readYearFiles
    reliabilityDiagrams
    restoreFolder
    scoreForecasts
    searchHyperparameters
    selectComponents
    suggestLogos
    summariseHistory
    syncArtifacts
    syncGoesOn
    syncSchedule
    updateArtifacts"
  `)
})

it('@riftline/pipeline/svg exports these values', () => {
  expect(namesOf(pipelineSvg)).toMatchInlineSnapshot(`
    "drawPicture
    element
    escapeXml
    horizontalAxis
    linearScale
    textElement
    ticks"
  `)
})

it('@riftline/server exports these values', () => {
  expect(namesOf(server)).toMatchInlineSnapshot(`
    "administrationMethods
    apiKeyId
    apiKeyPrefix
    apiKeyVariable
    closeServer
    createAdmission
    createApiKey
    createApp
    createLifecycle
    createMemoryOddsStore
    createMetrics
    createRateLimiter
    createServing
    defaultConfig
    demoCredits
    demoName
    docsStyle
    errorCodes
    giveWay
    hashApiKey
    importOdds
    isWellFormedApiKey
    listen
    listenOrGiveWay
    loadPostgres
    loadServing
    maxOddsFileBytes
    noMetrics
    openCredits
    openLocalApi
    openOddsStore
    operatorProof
    parseConfig
    prices
    readOperatorToken
    sameSeriesMs
    sameToken
    servedBy
    shutDown
    startServer
    toStored"
  `)
})

it('@riftline/server/openapi and @riftline/server/docs export these values', () => {
  expect(namesOf({ ...serverOpenApi, ...serverDocs })).toMatchInlineSnapshot(`
    "apiReference
    componentSchemas
    createOpenApi
    docsStyle
    errorReference
    llmsFullText
    llmsText
    operations
    parameterObjects
    requestObjects"
  `)
})

it('@riftline/account/people exports these values', () => {
  expect(namesOf(accountPeople)).toMatchInlineSnapshot(`
    "createFileMailQueue
    createMemoryPeopleStore
    openFilePeopleStore
    openPeopleAdministration
    openPostgresPeopleStore
    readPeople"
  `)
})

it('@riftline/client exports these values', () => {
  expect(namesOf(client)).toMatchInlineSnapshot(`
    "RiftlineApiError
    RiftlineConnectionError
    createClient
    toDate"
  `)
})

it('riftline exports these values', () => {
  expect(namesOf(cli)).toMatchInlineSnapshot(`
    "run
    systemIo"
  `)
})
