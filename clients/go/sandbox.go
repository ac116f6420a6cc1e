package cpsandbox

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Version of the sandbox that this client goes with: the first two numbers must be the same.
const Version = "0.1.0"

const (
	startTimeout = 180 * time.Second
	stopTimeout  = 20 * time.Second
)

// Sandbox is a running sandbox. Admin has every operation of the control API.
type Sandbox struct {
	URL   string
	Ready Data
	Admin *Admin
	child *exec.Cmd
}

// Command says how a sandbox is started, without the arguments of `start`. Archive, Npx and Image make one.
type Command []string

// Archive is the program of an unpacked archive, or the folder with it.
func Archive(program string) Command {
	if info, err := os.Stat(program); err == nil && info.IsDir() {
		program = filepath.Join(program, "crypto-payment-sandbox")
	}
	return Command{program}
}

// Npx is the npm package: its name and version, or the path of a tarball. Empty: the version of this client.
func Npx(pack string) Command {
	if pack == "" {
		pack = "crypto-payment-sandbox@" + Version
	}
	return Command{"npx", "--yes", "--package=" + pack, "--", "crypto-payment-sandbox"}
}

// Image is the container image, in the network of this machine (Linux): so webhooks reach a receiver of the test.
func Image(name string) Command {
	if name == "" {
		name = "crypto-payment-sandbox:" + Version
	}
	return Command{"docker", "run", "--rm", "--network", "host", name}
}

// find is the first that is there: SANDBOX_PROGRAM, crypto-payment-sandbox on the PATH, npx, docker.
func find() (Command, error) {
	if program := os.Getenv("SANDBOX_PROGRAM"); program != "" {
		return Archive(program), nil
	}
	for _, one := range []Command{Archive("crypto-payment-sandbox"), Npx(""), Image("")} {
		if _, err := exec.LookPath(one[0]); err == nil {
			return one, nil
		}
	}
	return nil, fmt.Errorf("there is nothing to start a sandbox with: unpack an archive and put it on the PATH (or name its program in SANDBOX_PROGRAM), or install Node with npx, or docker")
}

// Open starts a sandbox with a frozen clock on a free port, or connects to that of SANDBOX_URL. command nil: the first that is there.
func Open(command Command, options ...string) (*Sandbox, error) {
	if url := os.Getenv("SANDBOX_URL"); url != "" && command == nil {
		return Connect(url, os.Getenv("SANDBOX_ADMIN_TOKEN"))
	}
	if command == nil {
		found, err := find()
		if err != nil {
			return nil, err
		}
		command = found
	}
	if len(options) == 0 {
		options = []string{"--clock", "frozen"}
	}
	return run(append(append(command, "start", "--json", "--host", "127.0.0.1", "--port", "0"), options...))
}

func run(command []string) (*Sandbox, error) {
	child := exec.Command(command[0], command[1:]...)
	// What is set for another sandbox must not reach this one: a variable is an option too.
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "SANDBOX_") {
			child.Env = append(child.Env, variable)
		}
	}
	last := &lastWords{}
	child.Stderr = last
	out, err := child.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := child.Start(); err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", command[0], err)
	}
	timer := time.AfterFunc(startTimeout, func() { _ = child.Process.Kill() })
	defer timer.Stop()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !strings.HasPrefix(lines.Text(), "{") {
			continue
		}
		ready := Data{}
		if err := json.Unmarshal(lines.Bytes(), &ready); err != nil {
			break
		}
		opened, err := Connect(ready.Text("url"), ready.Text("admin_token"))
		if err != nil {
			_ = child.Process.Kill()
			_ = child.Wait()
			return nil, err
		}
		opened.Ready, opened.child = ready, child
		return opened, nil
	}
	_ = child.Wait()
	return nil, fmt.Errorf("the sandbox did not get ready:\n%s", last)
}

// Connect finds a sandbox that somebody else started and will stop.
func Connect(url, adminToken string) (*Sandbox, error) {
	url = strings.TrimRight(url, "/")
	opened := &Sandbox{URL: url, Ready: Data{}, Admin: &Admin{base: url + "/admin", token: adminToken}}
	status, err := opened.Admin.GetStatus()
	if err != nil {
		return nil, err
	}
	version := status.Text("data.version")
	if line(version) != line(Version) {
		return nil, fmt.Errorf("this client goes with crypto-payment-sandbox %s.x, and %s is %s: take the client of version %s.x, or start %s.x", line(Version), url, version, line(version), line(Version))
	}
	return opened, nil
}

var firstTwo = regexp.MustCompile(`^\d+\.\d+`)

func line(version string) string { return firstTwo.FindString(version) }

// Start opens a sandbox for one test; it is stopped at its end.
func Start(tb testing.TB, options ...string) *Sandbox {
	tb.Helper()
	opened, err := Open(nil, options...)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(opened.Stop)
	return opened
}

// Main runs the tests of a package with one sandbox: `func TestMain(m *testing.M) { os.Exit(cpsandbox.Main(m, &sandbox)) }`.
func Main(m *testing.M, sandbox **Sandbox, options ...string) int {
	opened, err := Open(nil, options...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer opened.Stop()
	*sandbox = opened
	return m.Run()
}

// Stop ends a sandbox that this client started; further calls do nothing.
func (s *Sandbox) Stop() {
	if s.child == nil {
		return
	}
	child := s.child
	s.child = nil
	if child.Process.Signal(syscall.SIGTERM) != nil {
		_ = child.Process.Kill()
	}
	timer := time.AfterFunc(stopTimeout, func() { _ = child.Process.Kill() })
	_ = child.Wait()
	timer.Stop()
}

// lastWords keeps the end of what a process wrote.
type lastWords struct {
	mutex sync.Mutex
	text  string
}

func (l *lastWords) Write(part []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.text += string(part)
	if len(l.text) > 4000 {
		l.text = l.text[len(l.text)-4000:]
	}
	return len(part), nil
}

func (l *lastWords) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text
}
