// Runs the vectors, which come line by line because Java has no JSON parser of its own:
// javac -d out java/*.java && node lines.mjs vectors.json | java -cp out Check
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

final class Check {
    private Check() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int all = 0;
        int right = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] cell = line.split("\t", -1); // name, secret, valid, now, timestamp, signature, body
            Map<String, String> headers = new HashMap<>();
            if (!cell[4].equals("-")) headers.put("webhook-timestamp", cell[4]);
            if (!cell[5].equals("-")) headers.put("webhook-signature", cell[5]);
            byte[] body = Base64.getDecoder().decode(cell[6]);
            boolean seen = Verify.isAuthentic(cell[1], headers, body, Long.parseLong(cell[3]));
            all += 1;
            if (seen == Boolean.parseBoolean(cell[2])) right += 1;
            else System.out.println("wrong: " + cell[0]);
        }
        System.out.println(right + " of " + all);
        System.exit(right == all ? 0 : 1);
    }
}
