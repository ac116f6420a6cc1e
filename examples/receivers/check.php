<?php
// Runs the vectors: php check.php vectors.json

require __DIR__ . '/verify.php';

$vectors = json_decode(file_get_contents($argv[1]), true);
$wrong = 0;
foreach ($vectors['cases'] as $case) {
    $seen = is_authentic($vectors['secret'], $case['headers'], base64_decode($case['body_base64']), $case['now']);
    if ($seen !== $case['valid']) {
        $wrong += 1;
        echo "wrong: {$case['name']}\n";
    }
}
$all = count($vectors['cases']);
echo ($all - $wrong) . " of $all\n";
exit($wrong === 0 ? 0 : 1);
