import * as client from '@riftline/client'
import * as core from '@riftline/core'
import * as coreCalibration from '@riftline/core/calibration'
import * as coreMarket from '@riftline/core/market'
import * as coreMetrics from '@riftline/core/metrics'
import * as coreNode from '@riftline/core/node'
import * as coreTrees from '@riftline/core/trees'
import * as pipeline from '@riftline/pipeline'
import * as server from '@riftline/server'
import * as cli from 'riftline'
import { expect, it } from 'vitest'

// What users can name. A change here is a change for them: run this project with -u and write a line in CHANGELOG.md.
const namesOf = (module: object): string => Object.keys(module).sort().join('\n')

it('@riftline/core exports these values', () => {
  expect(namesOf(core)).toMatchInlineSnapshot(`
    "ArtifactError
    RiftlineError
    accuracy
    addPlayed
    americanToDecimal
    anchor
    artifactSteps
    baseModels
    baseWeights
    bettingTable
    bettingYield
    brierDecomposition
    brierScore
    calibrate
    calibrationErrorBand
    calibrationSlope
    closingLineValue
    clusteredDifference
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
    dayMs
    decidedWinner
    devig
    dieboldMariano
    edge
    effectiveSize
    emptyPlayerDetail
    emptyTeamDetail
    emptyTournamentDetail
    evaluateCurve
    expectedCalibrationError
    expectedValue
    featureNames
    featureSchemas
    featureVector
    finalWeights
    findChampion
    findLeague
    findTeams
    fitAnchorHierarchy
    fitAnchorWeight
    fitCalibration
    fitCalibrationHierarchy
    fitLogitSlope
    foldPcaSweep
    foldToFavourite
    forecastVector
    fractionalToDecimal
    impliedOdds
    interpolate
    isotonicRegression
    kellyFraction
    kellyGrowth
    loadEnsemble
    logLoss
    logit
    maximumCalibrationError
    memberChance
    mirrored
    normaliseName
    pairedDifference
    parseArtifacts
    parseFasttree
    parseLightgbm
    parseLightgbmText
    parseMlnetZip
    parsePcaSweep
    parsePredictRequest
    pool
    predictRequestJsonSchema
    prepareConsensus
    recencyWeights
    reliabilityCurve
    resolveMatchup
    resolveTeam
    roiTilt
    saveEnsemble
    seededRandom
    selectAnchor
    selectCalibration
    seriesProbability
    setPublishedKills
    settle
    settledMs
    shrinkToParent
    sigmoid
    spiegelhalterTest
    spiegelhalterZ
    teamNameFault
    vennAbers
    writeBlend
    writeSnapshot"
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
    bettingTable
    bettingYield
    closingLineValue
    devig
    edge
    expectedValue
    fitAnchorHierarchy
    fitAnchorWeight
    fractionalToDecimal
    impliedOdds
    kellyFraction
    kellyGrowth
    selectAnchor"
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
    readArtifactFiles"
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
    reliabilityDiagrams
    scoreForecasts
    searchHyperparameters
    selectComponents
    summariseHistory
    updateArtifacts"
  `)
})

it('@riftline/server exports these values', () => {
  expect(namesOf(server)).toMatchInlineSnapshot(`
    "StorageError
    administrationMethods
    createApiKey
    createApp
    createLifecycle
    createMemoryOddsStore
    createMemoryStore
    createMetrics
    createOpenApi
    createRateLimiter
    createReloader
    createServing
    databaseContent
    defaultConfig
    errorCodes
    exportLedger
    folderIdentity
    importIntoDatabase
    importIntoFiles
    importOdds
    isWellFormedApiKey
    ledgerContent
    listen
    loadServing
    maxOddsFileBytes
    noMetrics
    nodeFs
    openFeedSource
    openFileStore
    openOddsStore
    openOperators
    openPostgresRateLimiter
    openPostgresStore
    operatorProof
    parseConfig
    parseExport
    reachable
    readAccounts
    readLedger
    readOperatorToken
    sameToken
    servedBy
    shutDown
    silentLog
    startOddsFeed
    systemClock
    systemTimers
    toUtc
    verifyLedger
    verifyPostgresLedger
    watchArtifacts
    watchEventLoop"
  `)
})

it('@riftline/client exports these values', () => {
  expect(namesOf(client)).toMatchInlineSnapshot(`
    "RiftlineApiError
    RiftlineConnectionError
    createClient"
  `)
})

it('riftline exports these values', () => {
  expect(namesOf(cli)).toMatchInlineSnapshot(`
    "run
    systemIo"
  `)
})
